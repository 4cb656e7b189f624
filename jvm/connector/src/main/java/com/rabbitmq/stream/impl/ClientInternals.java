package com.rabbitmq.stream.impl;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/**
 * What the client keeps to its package, or offers to others only together with an environment; so
 * this class has to stand in that package.
 */
public final class ClientInternals {
  private ClientInternals() {}

  /** Creates a super stream, with one key for each partition. The answer is the broker's. */
  public static Client.Response createSuperStream(
      Client client,
      String superStream,
      List<String> partitions,
      List<String> keys,
      Map<String, String> arguments) {
    return client.createSuperStream(superStream, partitions, keys, arguments);
  }

  /** Whether a request failed because its connection is lost, or no answer came in time. */
  public static boolean isOfConnection(Throwable failure) {
    return failure instanceof ConnectionStreamException;
  }

  /** Ends what is left of a client whose broker does not answer when it is told of the end. */
  public static void end(Client client) {
    client.closingSequence(null);
  }

  /** The client's own threads would keep a process alive as long as a connection is open. */
  public static Client.ClientParameters onDaemonThreads(
      Client.ClientParameters parameters, String name) {
    ExecutorServiceFactory threads = new DaemonThreads(new DefaultThreadFactory(name, true));
    return parameters.executorServiceFactory(threads).dispatchingExecutorServiceFactory(threads);
  }

  /** One thread for each client, begun when it is first needed. */
  private record DaemonThreads(ThreadFactory threads) implements ExecutorServiceFactory {
    @Override
    public ExecutorService get() {
      return Executors.newSingleThreadExecutor(threads);
    }

    @Override
    public void clientClosed(ExecutorService ofClient) {
      ofClient.shutdownNow();
    }

    @Override
    public void close() {}
  }
}
