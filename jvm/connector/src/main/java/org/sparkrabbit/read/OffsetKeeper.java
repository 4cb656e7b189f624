package org.sparkrabbit.read;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.sparkrabbit.broker.StoredOffsets;
import org.sparkrabbit.plan.StreamOffsets;

/**
 * Lets the broker know how far a query has come, on a thread of its own that no query waits for.
 * Whatever goes wrong there is told in the log and has no other consequence. Each stored offset
 * takes a place in its stream, so only what has changed is stored.
 */
final class OffsetKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OffsetKeeper.class);

  private final String name;
  private final StreamOffsets beginning;
  private final StoredOffsets stored;
  private final AtomicReference<StreamOffsets> latest = new AtomicReference<>();
  private final ExecutorService thread = newThread();

  /** What the broker holds as far as is known. */
  private SortedMap<String, Long> known;

  private boolean isTold;

  OffsetKeeper(String name, StreamOffsets beginning, StoredOffsets stored) {
    this.name = name;
    this.beginning = beginning;
    this.stored = stored;
  }

  /** Everything before these offsets is processed. */
  void reached(StreamOffsets offsets) {
    if (!offsets.equals(latest.getAndSet(offsets))) {
      thread.execute(this::store);
    }
  }

  private synchronized void store() {
    SortedMap<String, Long> processed = processed(latest.get());
    try {
      if (known == null) {
        known = stored.of(name, List.copyOf(processed.keySet()));
      }
      processed.entrySet().removeIf(stream -> stream.getValue().equals(known.get(stream.getKey())));
      if (!processed.isEmpty()) {
        stored.store(name, processed);
        known.putAll(processed);
        LOG.debug("Stored as {}: {}", name, processed);
      }
      isTold = false;
    } catch (RuntimeException e) {
      tell(processed, e);
    }
  }

  /** What goes wrong at every batch is told once, until it goes well again. */
  private void tell(SortedMap<String, Long> processed, RuntimeException failure) {
    LOG.atLevel(isTold ? Level.DEBUG : Level.WARN)
        .setCause(failure)
        .log("The broker was not told how far the query has come, as {}: {}", name, processed);
    isTold = true;
  }

  /** The last offset of each stream of which anything was read. */
  private SortedMap<String, Long> processed(StreamOffsets offsets) {
    SortedMap<String, Long> processed = new TreeMap<>();
    offsets
        .next()
        .forEach(
            (stream, next) -> {
              if (!next.equals(beginning.next().getOrDefault(stream, 0L))) {
                processed.put(stream, next - 1);
              }
            });
    processed.values().removeIf(offset -> offset < 0);
    return processed;
  }

  /** Lets what was begun come to its end, and waits for nothing. */
  @Override
  public void close() {
    thread.shutdown();
  }

  private static ExecutorService newThread() {
    ThreadPoolExecutor one =
        new ThreadPoolExecutor(
            1,
            1,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "spark-rabbitmq-streams-offsets");
              thread.setDaemon(true);
              return thread;
            });
    one.allowCoreThreadTimeOut(true);
    return one;
  }
}
