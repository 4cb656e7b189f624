package org.sparkrabbit.read;

import com.rabbitmq.stream.ConsumerFlowStrategy;

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
  private ConsumerFlowStrategy.Context subscription;
  private long heldBytes;
  private int onTheWay;
  private long expectedChunkBytes;
  private boolean closed;

  CreditLine(int initialCredits, long byteBudget) {
    this.initialCredits = initialCredits;
    this.byteBudget = byteBudget;
    this.expectedChunkBytes = SMALLEST_EXPECTATION;
  }

  /**
   * A new subscription knows only the credits that it was opened with, and delivers once more what
   * the one before it did not complete.
   */
  void beginSubscription() {
    onTheWay = initialCredits;
    closed = false;
  }

  void arrived(ConsumerFlowStrategy.Context chunk, boolean isLastNeeded) {
    subscription = chunk;
    onTheWay--;
    closed |= isLastNeeded;
  }

  void hold(long bytes) {
    heldBytes += bytes;
    long fading = expectedChunkBytes - expectedChunkBytes / 8;
    expectedChunkBytes = Math.max(SMALLEST_EXPECTATION, Math.max(bytes, fading));
  }

  void release(long bytes) {
    heldBytes -= bytes;
  }

  void extend() {
    if (closed || subscription == null) {
      return;
    }
    int granted = 0;
    while (mayGrant(onTheWay + granted)) {
      granted++;
    }
    if (granted > 0) {
      onTheWay += granted;
      subscription.credits(granted);
    }
  }

  private boolean mayGrant(int alreadyOnTheWay) {
    long claimed = heldBytes + alreadyOnTheWay * expectedChunkBytes;
    boolean fits = claimed + expectedChunkBytes <= byteBudget;
    return alreadyOnTheWay < MOST_ON_THE_WAY && (fits || claimed == 0);
  }
}
