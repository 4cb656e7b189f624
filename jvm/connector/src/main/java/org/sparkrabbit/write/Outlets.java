package org.sparkrabbit.write;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
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
final class Outlets implements DeadLetters.Box, AutoCloseable {
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
  private final PackedEntries.Compressed compressed = new PackedEntries.Compressed();
  private final Map<String, Outlet> byStream = new HashMap<>();
  private final StreamsInUse inUse = new StreamsInUse(StreamsInUse.MOST);
  private final List<Outlet> open = new CopyOnWriteArrayList<>();
  private Outlet deadLetters;
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
    this.confirms = new Confirms(settings.target(), writing, metrics, open);
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
    open.forEach(Outlet::tick);
  }

  /** The outlet of a stream, whose first use opens it. */
  Outlet to(String stream) {
    Outlet outlet = byStream.get(stream);
    if (outlet == null) {
      outlet = opened(stream, producerName);
      byStream.put(stream, outlet);
    }
    return outlet;
  }

  /**
   * The same where rows name their streams, which may be many: then the way to another one is
   * closed, once all that went there is confirmed.
   */
  Outlet inTurn(String stream) {
    boolean isNew = !byStream.containsKey(stream);
    Outlet outlet = to(stream);
    if (isNew && inUse.isFull()) {
      leave(byStream.get(inUse.leaving(other -> byStream.get(other).isIdle())));
    }
    inUse.use(stream);
    return outlet;
  }

  private void leave(Outlet outlet) {
    confirms.awaitAllOf(outlet);
    byStream.values().remove(outlet);
    open.remove(outlet);
    confirms.left(outlet);
    outlet.close();
  }

  /**
   * Dead letters have no ids that grow with the rows, so the broker knows none of their repeats.
   */
  private Outlet toDeadLetters() {
    if (deadLetters == null) {
      deadLetters = opened(writing.deadLetterStream(), null);
    }
    return deadLetters;
  }

  @Override
  public int largestMessage() {
    return toDeadLetters().largestMessage();
  }

  @Override
  public void put(EncodedMessage letter) {
    expect(1, letter);
    toDeadLetters().add(toDeadLetters().nextId(), null, letter);
  }

  private Outlet opened(String stream, String producerName) {
    Gate gate =
        new Gate(
            publishing,
            stream,
            producerName,
            writing,
            settings.connection().tuning(),
            progress,
            confirms);
    BatchPool pool = new BatchPool(entriesOfBatch(), open::size);
    Outlet outlet = new Outlet(gate, entries(), confirms, pool, metrics);
    open.add(outlet);
    return outlet;
  }

  private Entries entries() {
    if (writing.subEntrySize() > 1) {
      return new PackedEntries(writing.subEntrySize(), compression, compressed, open::size);
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
    for (Outlet outlet : open) {
      try {
        outlet.close();
      } catch (RuntimeException e) {
        // A failure would make Spark write again what is committed.
        LOG.warn("Closing a producer of {} failed", settings.target(), e);
      }
    }
  }
}
