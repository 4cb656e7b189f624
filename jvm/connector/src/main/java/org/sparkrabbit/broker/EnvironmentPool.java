package org.sparkrabbit.broker;

import com.rabbitmq.stream.Environment;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Access;
import org.sparkrabbit.options.ConnectionSettings;
import org.sparkrabbit.options.Endpoint;
import org.sparkrabbit.options.Login;

/**
 * One environment for all tasks of this process that connect alike. Opening one takes time and
 * closing one takes longer, so environments outlive the tasks; an idle one is closed later, by a
 * thread of its own that nobody waits for.
 */
final class EnvironmentPool {
  static final String CONNECTION_NAME = "spark-rabbitmq-streams";
  static final EnvironmentPool SHARED = new EnvironmentPool(Duration.ofSeconds(30));

  private static final Logger LOG = LoggerFactory.getLogger(EnvironmentPool.class);

  private final Map<ConnectionSettings, Entry> entries = new HashMap<>();
  private final Duration idleTimeout;
  private final ScheduledExecutorService sweeper =
      Executors.newSingleThreadScheduledExecutor(EnvironmentPool::sweeperThread);

  EnvironmentPool(Duration idleTimeout) {
    this.idleTimeout = idleTimeout;
    long period = idleTimeout.toMillis() / 2;
    sweeper.scheduleWithFixedDelay(this::closeIdle, period, period, TimeUnit.MILLISECONDS);
  }

  /** Takes the shared environment, and opens it if this is its first user. */
  Connected acquire(ConnectionSettings settings) {
    Entry entry;
    synchronized (this) {
      entry = entries.computeIfAbsent(settings, Entry::new);
      entry.users++;
    }
    try {
      return entry.connected();
    } catch (Throwable e) {
      release(settings);
      throw e;
    }
  }

  synchronized void release(ConnectionSettings settings) {
    Entry entry = entries.get(settings);
    entry.users--;
    entry.idleSince = System.nanoTime();
    if (entry.users == 0 && !entry.isOpen()) {
      entries.remove(settings);
    }
  }

  private void closeIdle() {
    for (Entry entry : removeIdle()) {
      LOG.info("Closing idle connections to {}", entry.describe());
      try {
        entry.close();
      } catch (Throwable e) {
        // Whatever it is, the sweeper must live on.
        LOG.warn("Closing connections to {} failed", entry.describe(), e);
      }
    }
  }

  private synchronized List<Entry> removeIdle() {
    long now = System.nanoTime();
    List<Entry> idle =
        entries.values().stream()
            .filter(entry -> entry.users == 0)
            .filter(entry -> now - entry.idleSince >= idleTimeout.toNanos())
            .toList();
    for (Iterator<Entry> all = entries.values().iterator(); all.hasNext(); ) {
      if (idle.contains(all.next())) {
        all.remove();
      }
    }
    return idle;
  }

  private static Thread sweeperThread(Runnable task) {
    Thread thread = new Thread(task, CONNECTION_NAME + "-sweeper");
    thread.setDaemon(true);
    return thread;
  }

  /** An environment, and what it is connected to. */
  record Connected(Environment environment, Access access) {}

  /** An environment and those who use it. The counts belong to the pool's lock. */
  private static final class Entry {
    private final ConnectionSettings settings;
    private final FutureTask<Connected> opening;
    private int users;
    private long idleSince;

    Entry(ConnectionSettings settings) {
      this.settings = settings;
      this.opening = new FutureTask<>(this::open);
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

    /** Asked when nobody waits for the opening any more. */
    boolean isOpen() {
      try {
        return opening.isDone() && opening.get() != null;
      } catch (ExecutionException | InterruptedException e) {
        return false;
      }
    }

    void close() throws ExecutionException, InterruptedException {
      opening.get().environment().close();
    }

    String describe() {
      try {
        return opening.get().access().describeEndpoints();
      } catch (ExecutionException | InterruptedException e) {
        return "brokers that never answered";
      }
    }

    private Connected open() {
      Access access = settings.access();
      Endpoint answering = new FirstContact(access).establish();
      LOG.info("Connecting to {}", access.describeEndpoints());
      // The client looks things up at the first few endpoints only, so the living one comes first.
      Stream<Endpoint> others =
          access.endpoints().stream().filter(endpoint -> !endpoint.equals(answering));
      Login.Password login = (Login.Password) access.login();
      Environment environment =
          ClientFailure.translated(
              "No connection to " + answering,
              () ->
                  Environment.builder()
                      .id(CONNECTION_NAME)
                      .uris(Stream.concat(Stream.of(answering), others).map(Entry::uri).toList())
                      .username(login.username())
                      .password(login.password().reveal())
                      .virtualHost(access.virtualHost())
                      .codec(PassThroughCodec.SHARED)
                      // The client never tells the broker that a producer is gone, except by
                      // closing
                      // its connection; shared ones run out of producer numbers after 256 tasks.
                      .maxProducersByConnection(1)
                      .netty()
                      .eventLoopGroup(ConnectionThreads.SHARED)
                      .bootstrapCustomizer(ConnectionThreads::limitConnecting)
                      .environmentBuilder()
                      .build());
      return new Connected(environment, access);
    }

    private static String uri(Endpoint endpoint) {
      return "rabbitmq-stream://" + endpoint;
    }
  }
}
