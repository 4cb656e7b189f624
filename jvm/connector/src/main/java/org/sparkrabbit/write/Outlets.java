package org.sparkrabbit.write;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.broker.BrokerLease;
import org.sparkrabbit.broker.EntryCompression;
import org.sparkrabbit.broker.Publishing;
import org.sparkrabbit.metrics.WriteMetrics;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.options.WriteSettings;
import org.sparkrabbit.rows.EncodedMessage;

/** The streams that a task writes to, each opened when its first message comes. */
final class Outlets implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Outlets.class);

  /** Under {@code dynamicBatch}: too short to be noticed, and long enough to fill batches. */
  private static final Duration SHORT_DELAY = Duration.ofMillis(5);

  private final TableSettings settings;
  private final WriteSettings writing;
  private final String producerName;
  private final Progress progress;
  private final WriteMetrics metrics;
  private final Publishing publishing;
  private final EntryCompression compression;
  private final Map<String, Outlet> outlets = new ConcurrentHashMap<>();
  private final Confirms confirms;
  private final Future<?> ticking;

  /** The producer's name is null where the broker drops no repetitions. */
  Outlets(
      BrokerLease broker,
      TableSettings settings,
      String producerName,
      Progress progress,
      WriteMetrics metrics) {
    this.settings = settings;
    this.writing = settings.writing();
    this.producerName = producerName;
    this.progress = progress;
    this.metrics = metrics;
    this.publishing = broker.publishing();
    this.compression = broker.compression(writing.compression());
    this.confirms = new Confirms(settings.target(), writing, metrics, outlets.values());
    this.ticking = publishing.every(delay(), this::tick);
  }

  /** More than may be on their way never come. */
  private int entriesOfBatch() {
    return Math.max(1, Math.min(writing.batchSize(), writing.maxInFlight()));
  }

  /** With a delay that is longer than confirms may take, a writer would give up too early. */
  private Duration delay() {
    long longest = writing.confirmTimeout().toMillis() / 2;
    return writing.dynamicBatch()
        ? SHORT_DELAY
        : Duration.ofMillis(Math.max(1, Math.min(writing.batchDelay().toMillis(), longest)));
  }

  private void tick() {
    outlets.values().forEach(Outlet::tick);
  }

  /** The outlet of a stream, whose first use opens it. */
  Outlet to(String stream) {
    Outlet outlet = outlets.get(stream);
    if (outlet == null) {
      outlet = opened(stream);
      outlets.put(stream, outlet);
    }
    return outlet;
  }

  private Outlet opened(String stream) {
    Gate gate =
        new Gate(
            publishing,
            stream,
            producerName,
            writing,
            settings.connection().tuning(),
            progress,
            confirms);
    BatchPool pool = new BatchPool(entriesOfBatch(), outlets::size);
    return new Outlet(gate, entries(), confirms, pool, metrics);
  }

  private Entries entries() {
    if (writing.subEntrySize() > 1) {
      return new PackedEntries(writing.subEntrySize(), compression);
    }
    return writing.hasFilterValues() ? Entries.FILTERED : Entries.PLAIN;
  }

  /** Waits until there is room for so many copies of a message. */
  void expect(int copies, EncodedMessage message) {
    confirms.expect(copies, message.size());
  }

  /** Returns when all is confirmed, and in no other case. */
  void awaitAll() {
    confirms.awaitAll();
  }

  /** Takes over into the metrics what is confirmed. */
  void look() {
    confirms.look();
  }

  @Override
  public void close() {
    ticking.cancel(false);
    for (Outlet outlet : outlets.values()) {
      try {
        outlet.close();
      } catch (RuntimeException e) {
        // A failure would make Spark write again what is committed.
        LOG.warn("Closing a producer of {} failed", settings.target(), e);
      }
    }
  }
}
