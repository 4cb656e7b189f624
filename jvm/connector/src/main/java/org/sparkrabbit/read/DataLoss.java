package org.sparkrabbit.read;

import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.plan.Loss;

/** What is said of messages that are gone before they were read. */
final class DataLoss {
  private final boolean fails;
  private final Logger log;
  private final Set<Object> told = new HashSet<>();

  /** Fails, or warns where the user has chosen that, and then only once of each loss. */
  DataLoss(boolean fails, Logger log) {
    this.fails = fails;
    this.log = log;
  }

  /** {@code why} is a sentence. */
  void removed(Loss loss, String why) {
    removed(loss, "were removed before they could be read", why);
  }

  /** The same of offsets that the broker's filter may have passed by before they were removed. */
  void removedOrFiltered(Loss loss, String why) {
    removed(loss, "were, or may have been, removed before they were filtered", why);
  }

  private void removed(Loss loss, String what, String why) {
    report(
        loss,
        ("Messages of the stream '%s' %s: offsets %d to %d are gone. %s To lose nothing, raise the"
                + " retention (max-age, max-length-bytes) or read sooner; with failOnDataLoss=false"
                + " the read goes on with what is left.")
            .formatted(loss.stream(), what, loss.from(), loss.until() - 1, why));
  }

  /** A partition that a query has read up to before {@code next} does not exist any more. */
  void missing(String stream, long next) {
    report(
        "missing " + stream,
        ("The stream '%s', which this query has read up to before offset %d, is not among the"
                + " partitions of the super stream any more; what it held beyond may be lost. Bring it"
                + " back; with failOnDataLoss=false the query goes on with the others, and keeps the"
                + " place of this one.")
            .formatted(stream, next));
  }

  /** A stream ends before {@code next}, where the query has come. */
  void anew(String stream, long next, long end) {
    report(
        "anew " + stream + " " + next,
        ("The stream '%s' ends at offset %d, but this query has read it up to before offset %d: it was"
                + " deleted and created again, and what the former one held beyond is lost. Begin with"
                + " a new checkpoint; with failOnDataLoss=false the query reads the new stream from its"
                + " first offset.")
            .formatted(stream, end, next));
  }

  private void report(Object loss, String message) {
    if (fails) {
      throw new RabbitStreamsException(ErrorCode.DATA_LOSS, message);
    }
    if (told.add(loss)) {
      log.warn(message);
    }
  }
}
