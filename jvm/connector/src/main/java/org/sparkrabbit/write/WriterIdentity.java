package org.sparkrabbit.write;

import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.sparkrabbit.rows.SinkColumn;
import org.sparkrabbit.rows.SinkRow;
import org.sparkrabbit.rows.SinkSchema;

/**
 * Under which name a task writes, and how it numbers its rows. The name is null where the broker
 * drops no repetitions, and the query where each attempt of a task has a name of its own.
 */
record WriterIdentity(String producerName, EffectivelyOnce query, long epoch, boolean isArranged) {
  static WriterIdentity ofAttempt(String producerName) {
    return new WriterIdentity(producerName, null, 0, true);
  }

  /**
   * Null where there is no name. Streams are asked for the last id that they remember of it, and
   * the broker for its bindings of now.
   */
  Numbering numbering(
      SinkSchema schema,
      SinkRow row,
      ToLongFunction<String> lastIdOf,
      Supplier<List<String>> bindings,
      Progress progress) {
    if (producerName == null) {
      return null;
    }
    if (!isArranged) {
      return new Unarranged(query.writers(), progress);
    }
    LastIds lastIds = new LastIds(lastIdOf);
    if (schema.has(SinkColumn.PUBLISHING_ID)) {
      return new RowIds(row, lastIds, progress);
    }
    return query == null
        ? new TaskIds(lastIds)
        : new EpochIds(epoch, query, lastIds, bindings, progress);
  }
}
