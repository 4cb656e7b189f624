package org.sparkrabbit.read;

import java.util.function.IntConsumer;

/**
 * How many chunks the broker may send. One credit is one chunk, of a size that nobody knows before
 * it comes; so chunks on their way count as large as the largest of late, and they and the chunks
 * held stay within a budget of bytes. At least one is always asked for when nothing is held, or
 * reading would stop. The inbox's lock guards it.
 */
final class CreditLine {
  private static final int MOST_ON_THE_WAY = 32;
  private static final long SMALLEST_EXPECTATION = 512 * 1024;

  private final int initialCredits;
  private final long byteBudget;
  private final long messageBudget;
  private IntConsumer broker;
  private long heldBytes;
  private long heldMessages;
  private long granted = 1;
  private long arrived;
  private long expectedChunkBytes = SMALLEST_EXPECTATION;
  private boolean knowsSize;
  private boolean closed;

  /** The subscription itself has granted one; the other initial credits follow. */
  CreditLine(int initialCredits, long byteBudget, long messageBudget) {
    this.initialCredits = initialCredits;
    this.byteBudget = byteBudget;
    this.messageBudget = messageBudget;
  }

  /** Tells whom to ask. */
  void open(IntConsumer whom) {
    broker = whom;
    if (initialCredits > 1) {
      grant(initialCredits - 1);
    }
    extend();
  }

  void arrived(boolean isLastNeeded) {
    arrived++;
    knowsSize = true;
    closed |= isLastNeeded;
  }

  void hold(long bytes, long messages) {
    heldBytes += bytes;
    heldMessages += messages;
    long fading = expectedChunkBytes - expectedChunkBytes / 8;
    expectedChunkBytes = Math.max(SMALLEST_EXPECTATION, Math.max(bytes, fading));
  }

  void release(long bytes, long messages) {
    heldBytes -= bytes;
    heldMessages -= messages;
  }

  void extend() {
    // Before the first chunk has come, nothing is known of their size.
    if (closed || broker == null || !knowsSize) {
      return;
    }
    int more = 0;
    while (mayGrant(granted - arrived + more)) {
      more++;
    }
    if (more > 0) {
      grant(more);
    }
  }

  /** Makes the broker look once more for what it may send. */
  void grantOne() {
    grant(1);
  }

  private void grant(int chunks) {
    granted += chunks;
    broker.accept(chunks);
  }

  long heldBytes() {
    return heldBytes;
  }

  /** How many chunks have been asked for, ever. */
  long granted() {
    return granted;
  }

  /** How many chunks have come, ever. */
  long arrived() {
    return arrived;
  }

  private boolean mayGrant(long alreadyOnTheWay) {
    long claimed = heldBytes + alreadyOnTheWay * expectedChunkBytes;
    // A chunk has a message at least.
    boolean fits =
        claimed + expectedChunkBytes <= byteBudget
            && heldMessages + alreadyOnTheWay < messageBudget;
    return alreadyOnTheWay < MOST_ON_THE_WAY && (fits || claimed == 0);
  }
}
