package org.sparkrabbit.read;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.rows.MalformedMessageException;
import org.sparkrabbit.rows.MessageRow;

/** Gives messages one by one, and only those that the user's filter accepts. */
final class RowReader extends RangeReader<InternalRow> {
  private final UserFilter filter;
  private final MessageRow row;
  private long rowsLeft;

  RowReader(TableSettings settings, RangePartition planned, StructType columns, long mostRows) {
    this(
        settings,
        planned,
        columns,
        mostRows,
        UserFilter.of(settings.reading().filter(), planned.range()));
  }

  private RowReader(
      TableSettings settings,
      RangePartition planned,
      StructType columns,
      long mostRows,
      UserFilter filter) {
    // How many messages a user's filter drops before these rows are found, nobody knows.
    super(settings, planned, filter == null ? mostRows : Long.MAX_VALUE);
    this.filter = filter;
    this.rowsLeft = mostRows;
    this.row = new MessageRow(columns, message, this::malformed);
  }

  @Override
  public boolean next() {
    requireReadable();
    if (row.isTimed()) {
      metrics.sample(row.nanos());
    }
    boolean found = rowsLeft > 0 && advance();
    while (found && filter != null && !accepts()) {
      metrics.dropped(message.size());
      found = advance();
    }
    rowsLeft--;
    if (found) {
      begin();
    } else {
      chunks.close();
    }
    return found;
  }

  private boolean advance() {
    if (!chunks.hasMessages()) {
      return false;
    }
    ChunkCursor cursor = chunks.cursor();
    try {
      cursor.step();
    } catch (DamagedChunkException e) {
      throw chunks.damaged(e);
    }
    message.moveTo(
        cursor.bytes(), cursor.from(), cursor.until(), chunks.offset(), chunks.timestamp());
    chunks.stepped(1);
    metrics.message(message.size());
    return true;
  }

  private void begin() {
    if (metrics.isSample()) {
      row.time();
    }
    row.begin();
  }

  private boolean accepts() {
    try {
      return filter.accepts(message);
    } catch (MalformedMessageException e) {
      throw malformed(e);
    }
  }

  @Override
  public InternalRow get() {
    return row;
  }

  @Override
  public void close() {
    if (filter != null) {
      filter.tellMismatches();
    }
    super.close();
  }
}
