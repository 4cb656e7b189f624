package org.sparkrabbit.write;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.broker.ConfirmSink;
import org.sparkrabbit.broker.Publication;
import org.sparkrabbit.broker.Publishing;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.BackOff;
import org.sparkrabbit.options.Tuning;
import org.sparkrabbit.options.WriteSettings;

/** Opens the way to one stream, and again after it was lost. The name may be null. */
record Gate(
    Publishing publishing,
    String stream,
    String name,
    WriteSettings settings,
    Tuning tuning,
    Progress progress,
    Confirms confirms) {
  private static final Logger LOG = LoggerFactory.getLogger(Gate.class);

  Publication open(ConfirmSink sink) {
    try {
      return publishing.open(
          stream, name, settings.hasFilterValues(), sink, settings.confirmTimeout());
    } catch (RabbitStreamsException e) {
      throw progress.refused("Nothing can be written to stream=" + stream, e);
    }
  }

  /**
   * Tries at once, and then after the pauses of the options, as long as confirms may take. What is
   * unconfirmed is sent again over the new way.
   */
  Publication openAgain(RabbitStreamsException why, ConfirmSink sink) {
    if (!settings.retriesOnRecovery()) {
      throw confirms.notConfirmed(Confirms.LEADER_LOST, why);
    }
    LOG.warn("Connecting again, to write to '{}': {}", stream, why.getMessage());
    boolean hasMoved = why.code() == ErrorCode.SUBSCRIPTION_CLOSED;
    BackOff pauses = hasMoved ? tuning.topologyUpdate() : tuning.recovery();
    long began = System.nanoTime();
    for (int attempt = 0; ; attempt++) {
      try {
        return publishing.open(stream, name, settings.hasFilterValues(), sink, Duration.ZERO);
      } catch (RabbitStreamsException e) {
        Duration pause = attempt == 0 ? pauses.first() : pauses.later();
        Duration waited = Duration.ofNanos(System.nanoTime() - began).plus(pause);
        boolean isOver =
            waited.compareTo(settings.confirmTimeout()) > 0
                || pauses.timeout() != null && waited.compareTo(pauses.timeout()) > 0;
        if (isOver || !e.code().isRetryable() || e.code() == ErrorCode.INTERRUPTED) {
          throw confirms.notConfirmed(Confirms.LEADER_LOST, e);
        }
        sleep(pause, e);
      }
    }
  }

  private void sleep(Duration pause, RabbitStreamsException e) {
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw confirms.notConfirmed(Confirms.INTERRUPTED, e);
    }
  }
}
