package org.sparkrabbit.write;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.sparkrabbit.rows.SinkColumn;
import org.sparkrabbit.rows.SinkRow;

/**
 * Numbers the messages of a named producer. A stream remembers the last number of each name and
 * drops what is not above it, so ids that we give begin above all that the targets remember; 0
 * means that a target remembers nothing. Ids that rows bring are taken as they are.
 */
final class PublishingIds implements Numbering {
  private final SinkRow row;
  private final boolean rowsBringIds;
  private final ToLongFunction<String> lastIdOf;
  private final Progress progress;
  private final Map<String, Long> remembered = new HashMap<>();
  private long latest;

  PublishingIds(
      SinkRow row, boolean rowsBringIds, ToLongFunction<String> lastIdOf, Progress progress) {
    this.row = row;
    this.rowsBringIds = rowsBringIds;
    this.lastIdOf = lastIdOf;
    this.progress = progress;
  }

  @Override
  public long next(List<String> targets) {
    if (rowsBringIds) {
      latest = idOfRow();
    } else {
      targets.forEach(target -> latest = Math.max(latest, remembered(target)));
      latest++;
    }
    return latest;
  }

  @Override
  public boolean isRepetition(String target, long id) {
    return rowsBringIds && id <= remembered(target);
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

  private long remembered(String target) {
    return remembered.computeIfAbsent(target, lastIdOf::applyAsLong);
  }
}
