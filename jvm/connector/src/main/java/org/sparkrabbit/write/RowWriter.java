package org.sparkrabbit.write;

import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.broker.BrokerLease;
import org.sparkrabbit.broker.Publishing;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.metrics.WriteMetrics;
import org.sparkrabbit.options.BadRowKind;
import org.sparkrabbit.options.RoutingKind;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.options.Target;
import org.sparkrabbit.options.WriteSettings;
import org.sparkrabbit.rows.InvalidRowException;
import org.sparkrabbit.rows.MessageWriter;
import org.sparkrabbit.rows.SinkRow;
import org.sparkrabbit.rows.SinkSchema;

/** Sends the rows of one task, in order, and commits when the broker has confirmed them all. */
final class RowWriter implements DataWriter<InternalRow> {
  private static final Logger LOG = LoggerFactory.getLogger(RowWriter.class);

  private final Target target;
  private final WriteMetrics metrics = new WriteMetrics();
  private final Progress progress;
  private final SinkRow row;
  private final MessageWriter message = new MessageWriter();
  private final FilterValues filterValues;
  private final Destinations destinations;
  private final Numbering numbering;
  private final BrokerLease broker;
  private final Outlets outlets;
  private final BadRows badRows;
  private long repetitions;

  RowWriter(
      TableSettings settings,
      SinkSchema schema,
      TaskAttempt attempt,
      WriterIdentity identity,
      Progress progress) {
    WriteSettings writing = settings.writing();
    this.target = settings.target();
    this.progress = progress;
    this.row = new SinkRow(schema);
    WriteExtensions extensions = WriteExtensions.of(writing, progress);
    this.filterValues = FilterValues.of(writing, extensions);
    this.broker = BrokerLease.open(settings.connection());
    Outlets opened = null;
    try {
      Publishing publishing = broker.publishing();
      this.numbering =
          identity.numbering(
              schema,
              row,
              stream -> publishing.lastId(identity.producerName(), stream),
              () -> bindings(writing.routing(), identity.query()),
              progress);
      opened = new Outlets(broker, settings, identity.producerName(), progress, metrics);
      this.outlets = opened;
      this.badRows = badRows(writing, attempt);
      this.destinations = destinations(writing, extensions, identity.query());
    } catch (Throwable e) {
      if (opened != null) {
        opened.close();
      }
      broker.close();
      throw e;
    }
  }

  private Destinations destinations(
      WriteSettings writing, WriteExtensions extensions, EffectivelyOnce query) {
    if (target instanceof Target.EachRow) {
      return new RowStreams(progress, outlets::inTurn);
    }
    if (target instanceof Target.Stream) {
      return Destinations.one(target.name(), progress);
    }
    List<String> bindings = query == null ? broker.topology().bindingsOf(target) : query.bindings();
    return new Routing(writing.routing(), extensions, bindings, broker.publishing(), progress);
  }

  /**
   * By hash, rows go by the bindings that the query knows; by key they are asked for one by one.
   */
  private List<String> bindings(RoutingKind routing, EffectivelyOnce query) {
    return routing == RoutingKind.HASH ? query.bindings() : broker.topology().bindingsOf(target);
  }

  private BadRows badRows(WriteSettings writing, TaskAttempt attempt) {
    boolean areKept = writing.onBadRow() == BadRowKind.DEAD_LETTER;
    return new BadRows(
        writing.onBadRow(),
        progress,
        metrics,
        areKept ? new DeadLetters(attempt, progress, outlets) : null);
  }

  @Override
  public void write(InternalRow next) {
    try {
      put(next);
    } catch (RabbitStreamsException e) {
      throw progress.staged(e);
    }
  }

  private void put(InternalRow next) {
    progress.nextRow();
    if (numbering != null) {
      numbering.begin(next);
    }
    row.moveTo(next);
    try {
      List<String> targets = destinations.of(row);
      message.encode(row);
      send(targets, filterValue());
    } catch (InvalidRowException e) {
      badRows.take(row, progress.invalidRow(e.getMessage(), e));
    } catch (RabbitStreamsException e) {
      badRows.take(row, e);
    }
  }

  private byte[] filterValue() {
    String value = filterValues.apply(row);
    return value == null ? null : value.getBytes(StandardCharsets.UTF_8);
  }

  private void send(List<String> targets, byte[] filterValue) {
    long id = numbering == null ? 0 : numbering.next(targets);
    if (targets.size() > 1) {
      requireFit(targets, filterValue);
    }
    for (int copy = 0; copy < targets.size(); copy++) {
      String stream = targets.get(copy);
      if (numbering != null && numbering.isRepetition(stream, id)) {
        repetitions++;
      }
      Outlet outlet = outlets.to(stream);
      outlet.requireFit(message, filterValue);
      outlets.expect(1, message);
      outlet.add(numbering == null ? outlet.nextId() : id, filterValue, message);
      progress.sent();
    }
    metrics.sent(message.size());
  }

  /** So that no copy is sent where another one cannot be. */
  private void requireFit(List<String> targets, byte[] filterValue) {
    for (String stream : targets) {
      outlets.to(stream).requireFit(message, filterValue);
    }
  }

  /**
   * How Spark writes from 4.0 on. It looks at the metrics once more before it commits, and then no
   * more; so everything is confirmed by then.
   */
  public void writeAll(Iterator<InternalRow> rows) {
    while (rows.hasNext()) {
      write(rows.next());
    }
    awaitAll();
  }

  private void awaitAll() {
    try {
      outlets.awaitAll();
      if (numbering != null) {
        numbering.end();
      }
    } catch (RabbitStreamsException e) {
      throw progress.staged(e);
    }
  }

  @Override
  public WriterCommitMessage commit() {
    awaitAll();
    if (repetitions > 0) {
      LOG.info("{} messages of {} rows were in {} already", repetitions, progress.rows(), target);
    }
    badRows.close();
    return new AllConfirmed(progress.rows(), repetitions, badRows.count());
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    outlets.look();
    return metrics.values();
  }

  /** What was sent cannot be taken back; {@link #close} ends the rest. */
  @Override
  public void abort() {}

  @Override
  public void close() {
    try {
      outlets.close();
    } finally {
      broker.close();
    }
  }

  record AllConfirmed(long rows, long repetitions, long badRows) implements WriterCommitMessage {}
}
