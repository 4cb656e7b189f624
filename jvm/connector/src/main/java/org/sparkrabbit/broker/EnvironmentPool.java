package org.sparkrabbit.broker;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.ConnectionSettings;

/**
 * One environment for all tasks of this process that connect alike. Opening one takes time and
 * closing one takes longer, so environments outlive the tasks; an idle one is closed later, by a
 * thread of its own that nobody waits for.
 */
final class EnvironmentPool {
  static final String THREADS = "spark-rabbitmq-streams";
  static final EnvironmentPool SHARED = new EnvironmentPool();

  private static final Logger LOG = LoggerFactory.getLogger(EnvironmentPool.class);

  private final Map<ConnectionSettings, Entry> entries = new HashMap<>();
  private final ScheduledExecutorService closer =
      Executors.newSingleThreadScheduledExecutor(EnvironmentPool::closerThread);

  private EnvironmentPool() {}

  /**
   * Takes the shared environment, and opens it if this is its first user. Whoever comes meanwhile
   * waits for it, and fails with it.
   */
  Connected acquire(ConnectionSettings settings) {
    while (true) {
      Entry entry = join(settings);
      try {
        return entry.connected();
      } catch (Throwable e) {
        leave(settings, entry);
        if (!isInterruptionOfAnother(e)) {
          throw e;
        }
      }
    }
  }

  private synchronized Entry join(ConnectionSettings settings) {
    Entry entry = entries.computeIfAbsent(settings, Entry::new);
    entry.users++;
    return entry;
  }

  /** Whoever comes after a failure tries anew; who was only waiting leaves the others to it. */
  private synchronized void leave(ConnectionSettings settings, Entry entry) {
    if (entry.hasFailed()) {
      entries.remove(settings, entry);
    } else {
      release(settings);
    }
  }

  /** Who opens it may be interrupted; that is no failure of those who wait. */
  private static boolean isInterruptionOfAnother(Throwable e) {
    return e instanceof RabbitStreamsException failure
        && failure.code() == ErrorCode.INTERRUPTED
        && !Thread.currentThread().isInterrupted();
  }

  synchronized void release(ConnectionSettings settings) {
    Entry entry = entries.get(settings);
    entry.users--;
    entry.idleSince = System.nanoTime();
    if (entry.users == 0 && !entry.isWatched) {
      watch(settings, entry, settings.tuning().idleTimeout().toNanos());
    }
  }

  private void watch(ConnectionSettings settings, Entry entry, long nanos) {
    entry.isWatched = true;
    closer.schedule(() -> closeIfIdle(settings, entry), nanos, TimeUnit.NANOSECONDS);
  }

  private void closeIfIdle(ConnectionSettings settings, Entry entry) {
    if (!removeIfIdle(settings, entry)) {
      return;
    }
    LOG.info("Closing idle connections to {}", entry.describe());
    try {
      entry.close();
    } catch (Throwable e) {
      // Whatever it is, the closer must live on.
      LOG.warn("Closing connections to {} failed", entry.describe(), e);
    }
  }

  /** False if it is used, or was meanwhile: then there is another look, sooner or later. */
  private synchronized boolean removeIfIdle(ConnectionSettings settings, Entry entry) {
    entry.isWatched = false;
    long left = entry.idleSince + settings.tuning().idleTimeout().toNanos() - System.nanoTime();
    if (entry.users == 0 && left > 0) {
      watch(settings, entry, left);
    }
    return entry.users == 0 && left <= 0 && entries.remove(settings, entry);
  }

  private static Thread closerThread(Runnable task) {
    Thread thread = new Thread(task, THREADS + "-closer");
    thread.setDaemon(true);
    return thread;
  }

  /** An environment and those who use it. The counts belong to the pool's lock. */
  private static final class Entry {
    private final FutureTask<Connected> opening;
    private int users;
    private long idleSince;
    private boolean isWatched;

    Entry(ConnectionSettings settings) {
      this.opening = new FutureTask<>(() -> Connected.to(settings));
    }

    /** The first caller opens; whoever comes meanwhile shares the outcome, good or bad. */
    Connected connected() {
      opening.run();
      try {
        return opening.get();
      } catch (ExecutionException e) {
        throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new RabbitStreamsException(ErrorCode.INTERRUPTED, "Interrupted while connecting", e);
      }
    }

    /** Whether the opening has ended, and without success. */
    boolean hasFailed() {
      try {
        return opening.isDone() && opening.get() == null;
      } catch (ExecutionException | InterruptedException e) {
        return true;
      }
    }

    void close() throws ExecutionException, InterruptedException {
      opening.get().close();
    }

    String describe() {
      try {
        return opening.get().access().describeEndpoints();
      } catch (ExecutionException | InterruptedException e) {
        return "brokers that never answered";
      }
    }
  }
}
