package org.sparkrabbit.broker;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.sparkrabbit.errors.RabbitStreamsException;

/** The ways of writers to streams, and what they ask before. */
public final class Publishing {
  private final Nodes nodes;

  Publishing(Nodes nodes) {
    this.nodes = nodes;
  }

  /**
   * Opens a way to the leader of a stream. The name, by which the broker knows repetitions, may be
   * null. What hinders it for a while is borne as long as the patience lasts. Each attempt has a
   * sink of its own, since one whose connection was lost on the way hears nothing more.
   */
  public Publication open(
      String stream,
      String name,
      boolean hasFilterValues,
      Supplier<ConfirmSink> sinks,
      Duration patience) {
    return Attempts.within(patience).at(() -> nodes.publish(stream, name, hasFilterValues, sinks));
  }

  /** Fails unless the user may write to all of these streams. */
  public void requirePermission(List<String> streams) {
    Concurrently.each(
        streams,
        stream -> {
          Attempts.USUAL.at(() -> nodes.publish(stream, null, false, () -> Unheard.SINK)).close();
          return stream;
        });
  }

  /** Runs an action again and again, on a thread of the connections, until it is cancelled. */
  public Future<?> every(Duration pause, Runnable action) {
    long nanos = pause.toNanos();
    return ConnectionThreads.SHARED.scheduleAtFixedRate(action, nanos, nanos, TimeUnit.NANOSECONDS);
  }

  /** The last publishing id that the stream remembers of this name, or 0 if it remembers none. */
  public long lastId(String name, String stream) {
    return lastIdsIn(stream, List.of(name)).get(0);
  }

  /** The same of all these names in all these streams. */
  public List<Long> lastIds(List<String> names, List<String> streams) {
    List<List<Long>> answers = Concurrently.each(streams, stream -> lastIdsIn(stream, names));
    return answers.stream().flatMap(List::stream).toList();
  }

  private List<Long> lastIdsIn(String stream, List<String> names) {
    return Attempts.USUAL.at(
        () -> {
          NodeConnection leader = nodes.leaderOf(stream);
          // Who may not read the stream is told so here, and by the other request never.
          leader.statistics(stream);
          return names.stream().map(name -> leader.lastPublishingId(name, stream)).toList();
        });
  }

  /** The partitions of a super stream that are bound with the key. */
  public List<String> boundTo(String routingKey, String superStream) {
    return Attempts.USUAL.at(() -> nodes.locator().route(routingKey, superStream));
  }

  /** Of somebody who publishes nothing. */
  private enum Unheard implements ConfirmSink {
    SINK;

    @Override
    public void confirmed(long publishingId) {}

    @Override
    public void refused(long publishingId, short code) {}

    @Override
    public void ended(RabbitStreamsException why) {}
  }
}
