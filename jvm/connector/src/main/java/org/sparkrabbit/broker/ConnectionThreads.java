package org.sparkrabbit.broker;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;

/**
 * The threads that move bytes for all connections of this process. They are daemons and stay: a
 * group of its own would cost every connection seconds when it closes.
 */
final class ConnectionThreads {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  static final EventLoopGroup SHARED =
      new MultiThreadIoEventLoopGroup(
          Math.max(2, Runtime.getRuntime().availableProcessors()),
          new DefaultThreadFactory(EnvironmentPool.THREADS, true),
          NioIoHandler.newFactory());

  private ConnectionThreads() {}

  /** The default of 30 seconds would spend all patience on one endpoint that does not answer. */
  static void limitConnecting(Bootstrap bootstrap) {
    bootstrap.option(
        ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(CONNECT_TIMEOUT.toMillis()));
  }
}
