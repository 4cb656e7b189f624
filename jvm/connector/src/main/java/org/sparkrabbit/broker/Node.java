package org.sparkrabbit.broker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;

/**
 * The connections to one broker. They are opened one after the other; who comes while one is being
 * opened waits for it and shares its failure, so that many who find no broker need no longer than
 * one.
 */
final class Node implements AutoCloseable {
  private static final int CONNECTIONS_AT_MOST =
      Math.max(2, Runtime.getRuntime().availableProcessors());

  private final Supplier<NodeConnection> dial;
  private final int usesAtMost;

  // The lock guards these, and is never held while a broker is waited for.
  private final List<NodeConnection> connections = new ArrayList<>();
  private CompletableFuture<NodeConnection> dialling;
  private boolean isClosed;

  Node(Supplier<NodeConnection> dial, int usesAtMost) {
    this.dial = dial;
    this.usesAtMost = usesAtMost;
  }

  /** Of a broker to which there is a connection already. */
  static Node with(NodeConnection first, Supplier<NodeConnection> dial) {
    Node node = new Node(dial, Numbers.MOST);
    node.connections.add(first);
    return node;
  }

  /** For requests, which any connection serves. */
  NodeConnection any() {
    return connection(false);
  }

  /** For what lasts; while it begins, others choose another connection. */
  <T> T begin(Function<NodeConnection, T> beginning) {
    NodeConnection claimed = connection(true);
    try {
      return beginning.apply(claimed);
    } finally {
      claimed.unclaim();
    }
  }

  private NodeConnection connection(boolean isClaimed) {
    while (true) {
      CompletableFuture<NodeConnection> ofAnother;
      CompletableFuture<NodeConnection> mine = new CompletableFuture<>();
      synchronized (this) {
        requireOpen();
        NodeConnection least = leastBusy();
        if (least != null && (!isClaimed || isFree(least))) {
          return isClaimed ? least.claim() : least;
        }
        ofAnother = dialling;
        dialling = ofAnother == null ? mine : ofAnother;
      }
      if (ofAnother == null) {
        return opened(mine, isClaimed);
      }
      await(ofAnother);
    }
  }

  private NodeConnection leastBusy() {
    connections.removeIf(connection -> !connection.isOpen());
    return connections.stream().min((a, b) -> Integer.compare(a.uses(), b.uses())).orElse(null);
  }

  /**
   * A connection is served by one thread, so tasks get one each, as long as there are processors to
   * serve them.
   */
  private boolean isFree(NodeConnection least) {
    return least.uses() == 0
        || connections.size() >= CONNECTIONS_AT_MOST && least.uses() < usesAtMost;
  }

  private NodeConnection opened(CompletableFuture<NodeConnection> opening, boolean isClaimed) {
    try {
      NodeConnection opened = dial.get();
      keep(isClaimed ? opened.claim() : opened);
      opening.complete(opened);
      return opened;
    } catch (Throwable e) {
      synchronized (this) {
        dialling = null;
      }
      opening.completeExceptionally(e);
      throw e;
    }
  }

  private synchronized void keep(NodeConnection opened) {
    if (isClosed) {
      opened.close();
    }
    requireOpen();
    connections.add(opened);
    dialling = null;
  }

  /** Who opens it may be interrupted; that is no failure of those who wait. */
  private static void await(CompletableFuture<NodeConnection> opening) {
    try {
      opening.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RabbitStreamsException(
          ErrorCode.INTERRUPTED, "Interrupted while a connection was opened", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RabbitStreamsException failure
          && failure.code() != ErrorCode.INTERRUPTED) {
        throw failure;
      }
    }
  }

  private void requireOpen() {
    if (isClosed) {
      throw new RabbitStreamsException(
          ErrorCode.BROKER_UNREACHABLE, "The connections of this process are closed. Try again.");
    }
  }

  @Override
  public void close() {
    List<NodeConnection> closing;
    synchronized (this) {
      isClosed = true;
      closing = List.copyOf(connections);
    }
    closing.forEach(NodeConnection::close);
  }
}
