package org.sparkrabbit;

import java.util.Optional;

/** The only place that asks what the running Spark can do. */
public final class SparkFeatures {
  private static final String REAL_TIME_READING = "org.sparkrabbit.realtime.RealTimeReading";

  private SparkFeatures() {}

  /**
   * How readers are asked for rows in real-time mode, or nothing where Spark has no such mode. The
   * class that knows is compiled against a Spark that has it, and does not link elsewhere.
   */
  public static Optional<String> realTimeReading() {
    try {
      Class<?> reading = Class.forName(REAL_TIME_READING);
      return Optional.of((String) reading.getMethod("form").invoke(null));
    } catch (ReflectiveOperationException | LinkageError e) {
      return Optional.empty();
    }
  }

  static String describe() {
    return realTimeReading()
        .map(form -> "a Spark with real-time mode, " + form)
        .orElse("a Spark without real-time mode");
  }
}
