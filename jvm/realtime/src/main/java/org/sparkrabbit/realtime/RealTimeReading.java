package org.sparkrabbit.realtime;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.read.streaming.SupportsRealTimeRead;

/** Real-time reading as the running Spark knows it. */
public final class RealTimeReading {
  private RealTimeReading() {}

  /** The signatures under which Spark asks for the next row: releases differ in them. */
  public static String form() {
    return Arrays.stream(SupportsRealTimeRead.class.getMethods())
        .filter(method -> method.getName().equals("nextWithTimeout"))
        .map(
            method ->
                Arrays.stream(method.getParameterTypes())
                    .map(Class::getSimpleName)
                    .collect(Collectors.joining(", ", "nextWithTimeout(", ")")))
        .sorted()
        .collect(Collectors.joining(" and "));
  }
}
