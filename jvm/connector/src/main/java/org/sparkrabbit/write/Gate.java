package org.sparkrabbit.write;

import java.time.Duration;
import java.util.function.Supplier;
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

  Publication open(Supplier<ConfirmSink> sinks) {
    try {
      return publishing.open(
          stream, name, settings.hasFilterValues(), sinks, settings.confirmTimeout());
    } catch (RabbitStreamsException e) {
      throw progress.refused("Nothing can be written to stream=" + stream, e);
    }
  }

  /**
   * Tries at once, and then after the pauses of the options, as long as confirms may take. What is
   * unconfirmed is sent again over the new way.
   */
  Publication openAgain(RabbitStreamsException why, Supplier<ConfirmSink> sinks, Outage outage) {
    if (!settings.retriesOnRecovery()) {
      throw confirms.notConfirmed(Confirms.LEADER_LOST, why);
    }
    LOG.warn("Connecting again, to write to '{}': {}", stream, why.getMessage());
    boolean hasMoved = why.code() == ErrorCode.SUBSCRIPTION_CLOSED;
    BackOff pauses = hasMoved ? tuning.topologyUpdate() : tuning.recovery();
    RabbitStreamsException latest = why;
    while (true) {
      Duration pause = outage.pause(pauses);
      if (outage.isOver(pause, pauses, System.nanoTime())) {
        throw confirms.notConfirmed(Confirms.LEADER_LOST, latest);
      }
      sleep(pause, latest);
      try {
        return publishing.open(stream, name, settings.hasFilterValues(), sinks, Duration.ZERO);
      } catch (RabbitStreamsException e) {
        if (!e.code().isRetryable() || e.code() == ErrorCode.INTERRUPTED) {
          throw confirms.notConfirmed(Confirms.LEADER_LOST, e);
        }
        latest = e;
      } finally {
        outage.attempted(System.nanoTime());
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
