package org.sparkrabbit.write;

import java.util.List;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkrabbit.rows.SinkRow;

/** Tells to which streams a row goes; at least to one. */
interface Destinations {
  List<String> of(SinkRow row);

  /** All rows go to one stream, and none may name another one. */
  static Destinations one(String stream, Progress progress) {
    List<String> only = List.of(stream);
    UTF8String name = UTF8String.fromString(stream);
    return row -> {
      if (!row.goesTo(name)) {
        throw progress.invalidRow("its column stream names '" + row.stream() + "'", null);
      }
      return only;
    };
  }
}
