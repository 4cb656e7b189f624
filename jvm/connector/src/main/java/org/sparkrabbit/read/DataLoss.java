package org.sparkrabbit.read;

import org.slf4j.Logger;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.plan.Loss;

/** What is said of messages that are gone before they were read. */
final class DataLoss {
  private DataLoss() {}

  /** Fails, or warns where the user has chosen that. {@code why} is a sentence. */
  static void report(Loss loss, String why, boolean fails, Logger log) {
    if (!fails) {
      log.warn("Messages were removed before they could be read: {}. {}", loss, why);
      return;
    }
    throw new RabbitStreamsException(
        ErrorCode.DATA_LOSS,
        ("Messages of the stream '%s' were removed before they could be read: offsets %d to %d are"
                + " gone. %s To lose nothing, raise the retention (max-age, max-length-bytes) or read"
                + " sooner; with failOnDataLoss=false the read goes on with what is left.")
            .formatted(loss.stream(), loss.from(), loss.until() - 1, why));
  }
}
