package org.sparkrabbit.write;

import java.io.Serializable;
import java.util.List;

/**
 * How the writers of a streaming query number the rows of an epoch. Where rows bring their ids
 * there are no ordering columns, and one writer. All tasks of an epoch go by the same bindings.
 */
record EffectivelyOnce(
    String name,
    int writers,
    List<OrderingColumn> orderingColumns,
    int layout,
    Standing standing,
    List<String> bindings)
    implements Serializable {

  boolean rowsBringIds() {
    return orderingColumns.isEmpty();
  }

  /** Of a writer, and the same over all restarts. Ids of rows and of epochs share no name. */
  String producerName(int writer) {
    return rowsBringIds() ? name : producerName(name, writer);
  }

  static String producerName(String name, int writer) {
    return name + "-" + writer;
  }
}
