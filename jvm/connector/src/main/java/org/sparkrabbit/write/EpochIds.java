package org.sparkrabbit.write;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;

/**
 * Ids from the epoch and the position of a row in it, which are the same when the epoch is
 * repeated. Whatever shows that this row is another one than the id had before fails the task.
 */
final class EpochIds implements Numbering {
  private final long epoch;
  private final EffectivelyOnce query;
  private final RowOrder order;
  private final LastIds lastIds;
  private final Supplier<List<String>> bindings;
  private final Progress progress;
  private final Map<String, Begun> begun = new HashMap<>();
  private long position = -1;
  private long lastBegun;
  private boolean isPassed;
  private boolean areRoutesKnown;

  /** The bindings by which rows are routed now are asked for where a batch is repeated. */
  EpochIds(
      long epoch,
      EffectivelyOnce query,
      LastIds lastIds,
      Supplier<List<String>> bindings,
      Progress progress) {
    this.epoch = epoch;
    this.bindings = bindings;
    this.query = query;
    this.order = new RowOrder(query.orderingColumns());
    this.lastIds = lastIds;
    this.progress = progress;
    query.standing().ifUnfit(epoch, this::raise);
  }

  /** What a stream had of this epoch when the task came upon it. */
  private static final class Begun {
    private final long lastId;
    private boolean isMet;

    Begun(long lastId) {
      this.lastId = lastId;
    }
  }

  @Override
  public void begin(InternalRow row) {
    position++;
    if (order.isRepeatedBy(row)) {
      throw ambiguous(row);
    }
    if (position == EpochId.MOST_POSITIONS || epoch >= EpochId.MOST_EPOCHS) {
      raise(
          ("a publishing id has room for %d rows of each of the %d writers in a batch, and for %d"
                  + " batches. Limit the batches (maxRecordsPerTrigger), or begin with a new"
                  + " checkpoint")
              .formatted(EpochId.MOST_POSITIONS, query.writers(), EpochId.MOST_EPOCHS));
    }
  }

  @Override
  public long next(List<String> targets) {
    long id = new EpochId(epoch, query.layout(), position).id();
    for (String target : targets) {
      if (!begun.containsKey(target)) {
        comeUpon(target, id);
      }
    }
    return id;
  }

  private void comeUpon(String target, long id) {
    long lastId = lastIds.in(target);
    Standing.of(List.of(lastId), query.layout()).ifUnfit(epoch, this::raise);
    boolean isBegun = EpochId.of(lastId).epoch() == epoch;
    Begun before = new Begun(isBegun ? lastId : 0);
    begun.put(target, before);
    if (isBegun) {
      requireSameRoutes();
    }
    if (isBegun && lastId < id) {
      raise(differs(target, before));
    }
    lastBegun = Math.max(lastBegun, before.lastId);
    isPassed = false;
  }

  /**
   * A row that had no route and was left out, and has one now, would come with an id that is below
   * those of rows that were written: nothing would tell it from a repetition.
   */
  private void requireSameRoutes() {
    if (!areRoutesKnown && !bindings.get().equals(query.bindings())) {
      raise(
          "a part of it was written, and the bindings of the super stream have changed since. Undo"
              + " that until the batch is done. "
              + Standing.WAY_OUT);
    }
    areRoutesKnown = true;
  }

  @Override
  public boolean isRepetition(String target, long id) {
    if (id <= lastBegun) {
      Begun before = begun.get(target);
      before.isMet |= id == before.lastId;
    } else if (!isPassed) {
      requireMet();
      isPassed = true;
    }
    return lastIds.include(target, id);
  }

  /** Streams that the repetition did not come upon may have rows of the epoch, too. */
  @Override
  public void end() {
    if (query.standing().latest() == epoch) {
      for (String stream : query.bindings()) {
        if (!begun.containsKey(stream)) {
          comeUpon(stream, Long.MAX_VALUE);
        }
      }
    }
    requireMet();
  }

  /** The last row that a stream had of the epoch must have come by again. */
  private void requireMet() {
    begun.forEach(
        (target, before) -> {
          if (before.lastId > 0 && !before.isMet) {
            raise(differs(target, before));
          }
        });
  }

  private String differs(String target, Begun before) {
    return ("the stream '%s' has row %d of this writer and batch, which the repetition does not bring"
            + " there. The query must give the same rows when it repeats a batch: the same"
            + " orderingColumns (%s) for each, and the same routing")
        .formatted(target, EpochId.of(before.lastId).position() + 1, names());
  }

  private String names() {
    return query.orderingColumns().stream()
        .map(OrderingColumn::name)
        .collect(Collectors.joining(", "));
  }

  private RabbitStreamsException ambiguous(InternalRow row) {
    String values =
        query.orderingColumns().stream()
            .map(column -> column.describe(row))
            .collect(Collectors.joining(", "));
    return progress.failure(
        ErrorCode.AMBIGUOUS_ORDER,
        ("Rows %d and %d of writer '%s' in batch %d are equal in orderingColumns: %s. Name more"
                + " columns, until no two rows of a batch are equal in them. %s")
            .formatted(position, position + 1, query.name(), epoch, values, Standing.WAY_OUT),
        null);
  }

  private void raise(String why) {
    throw progress.failure(
        ErrorCode.REPETITION_DIFFERS,
        "Batch %d of the query cannot be written under the name '%s': %s."
            .formatted(epoch, query.name(), why),
        null);
  }
}
