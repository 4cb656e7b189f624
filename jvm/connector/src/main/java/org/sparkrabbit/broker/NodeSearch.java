package org.sparkrabbit.broker;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Endpoint;

/**
 * Which broker a thread connects to. The client resolves an address once and then dials on the same
 * thread, again and again until the right broker answers; behind a load balancer that leads
 * elsewhere it would never end, so this ends it.
 */
final class NodeSearch {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ThreadLocal<NodeSearch> LATEST = new ThreadLocal<>();

  private final Endpoint advertised;
  private final Endpoint dialled;
  private final LongSupplier nanoClock;
  private final long deadline;

  private NodeSearch(Endpoint advertised, Endpoint dialled, LongSupplier nanoClock) {
    this.advertised = advertised;
    this.dialled = dialled;
    this.nanoClock = nanoClock;
    this.deadline = nanoClock.getAsLong() + PATIENCE.toNanos();
  }

  static void begin(Endpoint advertised, Endpoint dialled) {
    begin(advertised, dialled, System::nanoTime);
  }

  static void begin(Endpoint advertised, Endpoint dialled, LongSupplier nanoClock) {
    LATEST.set(new NodeSearch(advertised, dialled, nanoClock));
  }

  static void end() {
    LATEST.remove();
  }

  /** The latest search of this thread for a broker that another one told of; null if none. */
  static NodeSearch latest() {
    return LATEST.get();
  }

  /** Called before each connection is opened. */
  static void dial() {
    NodeSearch search = LATEST.get();
    if (search != null && search.nanoClock.getAsLong() - search.deadline >= 0) {
      throw search.inVain();
    }
  }

  /** Whether this failure is that nobody could be dialled. */
  boolean endedIn(Throwable failure) {
    String dialling = "Error while creating stream connection to %s:%d";
    String words = dialling.formatted(dialled.host(), dialled.port());
    return Causes.of(failure)
        .anyMatch(e -> e.getMessage() != null && e.getMessage().contains(words));
  }

  String describe() {
    return advertised.equals(dialled)
        ? advertised.toString()
        : "%s (by %s)".formatted(advertised, dialled);
  }

  private RabbitStreamsException inVain() {
    return new RabbitStreamsException(
        ErrorCode.ADVERTISED_HOST_UNREACHABLE,
        ("The broker that advertises %s was looked for at %s, but for %d s only other brokers"
                + " answered there. Let what listens there pass connections on to every broker, or"
                + " tell with the option addressMap, as in '%s=host:port', where this one can be"
                + " reached.")
            .formatted(advertised, dialled, PATIENCE.toSeconds(), advertised));
  }
}
