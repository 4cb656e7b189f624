package org.sparkrabbit.read;

import java.util.function.LongUnaryOperator;

/**
 * Proves that a delivery has brought all that the broker's filter lets through below an offset. The
 * broker is silent about chunks that do not match, so nothing that comes, and nothing that does not
 * come, tells how far it has looked. Three steps over the connection of the delivery do, in order:
 *
 * <ol>
 *   <li>The delivering broker itself holds committed offsets up to {@code until}; once is enough,
 *       as that is never undone while the delivery lasts.
 *   <li>One credit more. It makes the broker serve the subscription at once, until its credit or
 *       what is committed ends.
 *   <li>Any request. When it is answered, all that was sent before has arrived.
 * </ol>
 *
 * If fewer chunks have arrived than were ever asked for up to the second step, it was not the
 * credit that ended. Else nothing is proven, and is asked anew later. A broker that has stopped
 * serving the subscription says so on the same connection, before it answers.
 */
final class FilteredEnd {
  private final long until;
  private final Inbox inbox;
  private final LongUnaryOperator covered;
  private final Runnable request;
  private long coveredUntil;
  private boolean isProven;

  /**
   * The broker tells up to where it holds offsets, which need not be exact beyond the one asked
   * for; the request returns once the broker has answered.
   */
  FilteredEnd(long until, Inbox inbox, LongUnaryOperator covered, Runnable request) {
    this.until = until;
    this.inbox = inbox;
    this.covered = covered;
    this.request = request;
  }

  boolean isProven() {
    return isProven;
  }

  /** Up to where the broker is known to hold offsets. */
  long coveredUntil() {
    return coveredUntil;
  }

  /** Asks the broker; whether it is proven then that whatever matches is in the inbox. */
  boolean prove() {
    if (coveredUntil < until) {
      coveredUntil = Math.max(coveredUntil, covered.applyAsLong(until));
    }
    if (coveredUntil >= until) {
      long askedFor = inbox.askForOneMore();
      request.run();
      isProven = inbox.isShortOf(askedFor);
    }
    return isProven;
  }
}
