package org.sparkrabbit.read;

import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.connector.read.streaming.Offset;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;
import org.apache.spark.sql.connector.read.streaming.ReportsSourceMetrics;
import org.apache.spark.sql.connector.read.streaming.SupportsTriggerAvailableNow;
import org.apache.spark.sql.types.StructType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.broker.BrokerLease;
import org.sparkrabbit.broker.Turn;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.ReadSettings;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.plan.OffsetRange;
import org.sparkrabbit.plan.StreamOffsets;

/** A streaming query's source: each batch reads what has arrived since the one before. */
final class StreamMicroBatches
    implements MicroBatchStream, SupportsTriggerAvailableNow, ReportsSourceMetrics {
  private static final Logger LOG = LoggerFactory.getLogger(StreamMicroBatches.class);

  private final TableSettings settings;
  private final StructType columns;
  private final QueryCheckpoint checkpoint;
  private BrokerLease broker;
  private TriggerPlanner planner;
  private OffsetKeeper keeper;
  private Turn turn;

  StreamMicroBatches(TableSettings settings, StructType columns, String checkpointLocation) {
    this.settings = settings;
    this.columns = columns;
    this.checkpoint = new QueryCheckpoint(checkpointLocation);
  }

  /** Spark stops only what it has begun to use. */
  private BrokerLease broker() {
    if (broker == null) {
      broker = BrokerLease.open(settings.connection());
    }
    return broker;
  }

  private TriggerPlanner planner() {
    if (planner == null) {
      BrokerFilter.prepare(settings.reading().filter(), broker());
      planner = new TriggerPlanner(settings, broker(), checkpoint::beginning);
    }
    return planner;
  }

  /** Who may read only when nobody else of the same name does, waits here. */
  private void awaitTurn() {
    if (!settings.streaming().singleActiveConsumer()) {
      return;
    }
    if (turn == null) {
      // One of the streams stands for all: whoever is active there reads them all.
      String first = broker().topology().streamsOf(settings.target()).get(0);
      turn = broker().turn(settings.streaming().consumerName(), first);
    }
    turn.await();
  }

  @Override
  public void prepareForTriggerAvailableNow() {
    interruptibly(
        () -> {
          awaitTurn();
          planner().fixCeilings();
          return null;
        });
  }

  /** Spark asks at the first start, and again as long as the first batch is not completed. */
  @Override
  public Offset initialOffset() {
    return interruptibly(
        () -> new SourceOffset(checkpoint.beginning().orElseGet(this::begin).offsets()));
  }

  private StartOfQuery begin() {
    awaitTurn();
    StartOfQuery start = new Beginning(settings, broker()).find();
    checkpoint.begin(start);
    return start;
  }

  @Override
  public Offset deserializeOffset(String json) {
    return SourceOffset.parse(json);
  }

  @Override
  public ReadLimit getDefaultReadLimit() {
    return ReadLimits.of(settings.streaming());
  }

  @Override
  public Offset latestOffset(Offset start, ReadLimit limit) {
    return interruptibly(
        () -> {
          awaitTurn();
          StreamOffsets from = SourceOffset.offsetsOf(start);
          // Spark plans a batch when all before it is processed.
          keep(from);
          return new SourceOffset(planner().end(from, ReadLimits.understood(limit)));
        });
  }

  @Override
  public Offset latestOffset() {
    throw new UnsupportedOperationException("latestOffset(Offset, ReadLimit) is to be called");
  }

  @Override
  public Offset reportLatestOffset() {
    SortedMap<String, Long> latest = new TreeMap<>();
    planner().seen().forEach((stream, tail) -> latest.put(stream, tail.extent().end()));
    return new SourceOffset(new StreamOffsets(latest));
  }

  @Override
  public InputPartition[] planInputPartitions(Offset start, Offset end) {
    return interruptibly(
        () -> {
          List<OffsetRange> ranges =
              planner().ranges(SourceOffset.offsetsOf(start), SourceOffset.offsetsOf(end));
          ranges.forEach(range -> LOG.debug("Planned {}", range));
          ReadSettings reading = settings.reading();
          return PlannedSplits.of(ranges, reading).stream()
              .map(range -> new RangePartition(range, true))
              .toArray(InputPartition[]::new);
        });
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new RangeReaderFactory(settings, columns);
  }

  @Override
  public void commit(Offset end) {
    keep(SourceOffset.offsetsOf(end));
  }

  private void keep(StreamOffsets processed) {
    if (!settings.streaming().storesOffsets()) {
      return;
    }
    if (keeper == null) {
      String given = settings.streaming().consumerName();
      keeper =
          new OffsetKeeper(
              given == null ? checkpoint.sourceName() : given,
              checkpoint.beginning().map(StartOfQuery::offsets).orElse(processed),
              broker().storedOffsets());
    }
    keeper.reached(processed);
  }

  @Override
  public Map<String, String> metrics(Optional<Offset> latestConsumed) {
    if (latestConsumed.isEmpty() || planner().seen().isEmpty()) {
      return Map.of();
    }
    return new SourceLag(broker().bounds())
        .metrics(SourceOffset.offsetsOf(latestConsumed.get()), planner().seen());
  }

  @Override
  public void stop() {
    if (keeper != null) {
      keeper.close();
    }
    if (turn != null) {
      turn.close();
    }
    if (broker != null) {
      broker.close();
    }
  }

  /** Spark interrupts a query to stop it, and knows that by the exceptions of Java alone. */
  private static <T> T interruptibly(Supplier<T> action) {
    try {
      return action.get();
    } catch (RabbitStreamsException e) {
      if (e.code() != ErrorCode.INTERRUPTED) {
        throw e;
      }
      InterruptedIOException interrupted = new InterruptedIOException(e.getMessage());
      interrupted.initCause(e);
      throw new UncheckedIOException(interrupted);
    }
  }

  @Override
  public String toString() {
    return "rabbitmq_streams " + settings.target();
  }
}
