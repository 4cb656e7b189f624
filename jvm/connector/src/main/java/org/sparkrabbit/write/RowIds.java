package org.sparkrabbit.write;

import java.util.List;
import org.sparkrabbit.rows.SinkColumn;
import org.sparkrabbit.rows.SinkRow;

/** The ids that rows bring in the column publishing_id. */
final class RowIds implements Numbering {
  private final SinkRow row;
  private final LastIds lastIds;
  private final Progress progress;
  private long latest;

  RowIds(SinkRow row, LastIds lastIds, Progress progress) {
    this.row = row;
    this.lastIds = lastIds;
    this.progress = progress;
  }

  @Override
  public long next(List<String> targets) {
    targets.forEach(lastIds::in);
    latest = idOfRow();
    return latest;
  }

  private long idOfRow() {
    if (!row.isSet(SinkColumn.PUBLISHING_ID)) {
      throw progress.invalidRow(
          "publishing_id is null; give each row an id, or drop the column", null);
    }
    long id = row.publishingId();
    if (id <= latest) {
      throw progress.invalidRow(
          ("publishing_id is %d, and must be above %d, that of the row before: at least 1, and"
                  + " growing within each task. Sort the rows by it (sortWithinPartitions)")
              .formatted(id, latest),
          null);
    }
    return id;
  }

  @Override
  public boolean isRepetition(String target, long id) {
    return lastIds.include(target, id);
  }
}
