package org.sparkrabbit.broker;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.CompressionKind;
import org.sparkrabbit.options.ConnectionSettings;

/** The use of shared connections, from {@link #open} until {@link #close}. */
public final class BrokerLease implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerLease.class);

  private final ConnectionSettings settings;
  private final Connected connected;
  private final AtomicBoolean closed = new AtomicBoolean();

  private BrokerLease(ConnectionSettings settings, Connected connected) {
    this.settings = settings;
    this.connected = connected;
  }

  public static BrokerLease open(ConnectionSettings settings) {
    return new BrokerLease(settings, EnvironmentPool.SHARED.acquire(settings));
  }

  public Topology topology() {
    return new Topology(connected.nodes(), connected.access());
  }

  public Creation creation() {
    Comparison comparison = new Comparison(connected.nodes(), connected.access());
    return new Creation(connected.nodes(), connected.version(), comparison);
  }

  public StreamBounds bounds() {
    return new StreamBounds(connected.nodes());
  }

  public Tails tails() {
    return new Tails(connected.nodes());
  }

  public StoredOffsets storedOffsets() {
    return new StoredOffsets(connected.nodes());
  }

  /** A place in the line of those who read the stream under the name. */
  public Turn turn(String name, String stream) {
    return new Turn(connected.nodes(), name, stream);
  }

  public Decompression decompression() {
    return new Decompression(connected.codecs());
  }

  public EntryCompression compression(CompressionKind kind) {
    return EntryCompression.of(kind, connected.codecs());
  }

  /** The ways of writers to streams. */
  public Publishing publishing() {
    return new Publishing(connected.nodes());
  }

  /**
   * Delivers a stream from the chunk on that holds an offset, with credit for one chunk: a broker
   * serves no subscription whose credit is down to half of the first one. What hinders it for a
   * while is borne as long as the patience lasts; each attempt has a sink of its own.
   */
  public Delivery deliver(
      String stream,
      long from,
      Map<String, String> filter,
      Duration patience,
      Supplier<? extends ChunkSink> sinks) {
    return Attempts.within(patience)
        .at(() -> connected.nodes().deliver(stream, from, filter, sinks));
  }

  /** Asks again, as long as the patience lasts, where what hinders may pass. */
  public <T> T outlasting(Duration patience, Supplier<T> asking) {
    return Attempts.within(patience)
        .at(
            () -> {
              try {
                return asking.get();
              } catch (RabbitStreamsException e) {
                if (e.code().isRetryable()) {
                  LOG.warn("The broker does not serve now: {}", e.getMessage());
                }
                throw e;
              }
            });
  }

  /** The release of the broker that answered first; others of its cluster may differ. */
  public BrokerVersion version() {
    return connected.version();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      EnvironmentPool.SHARED.release(settings);
    }
  }
}
