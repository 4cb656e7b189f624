package org.sparkrabbit.broker;

import com.rabbitmq.stream.oauth2.TokenCredentialsManager;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs what the client plans for its tokens. The client plans the renewal of its token once: it
 * goes on with the old one for ever if that fails, and also if all connections break, since it
 * calls the renewal off with the last one. Here a renewal is tried again until it succeeds, and
 * never called off.
 */
final class TokenRenewal extends ScheduledThreadPoolExecutor {
  private static final Logger LOG = LoggerFactory.getLogger(TokenRenewal.class);
  private static final String CLIENT = TokenCredentialsManager.class.getName();
  private static final long PAUSE_MILLIS = 2_000;

  TokenRenewal() {
    super(
        Math.max(2, Runtime.getRuntime().availableProcessors()),
        new DefaultThreadFactory(EnvironmentPool.THREADS + "-tokens", true));
    setRemoveOnCancelPolicy(true);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    if (!task.getClass().getName().startsWith(CLIENT)) {
      return super.schedule(task, delay, unit);
    }
    super.schedule(() -> renew(task), delay, unit);
    return super.schedule(() -> {}, delay, unit);
  }

  private void renew(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.warn("The OAuth 2 token could not be renewed; next attempt in {} ms", PAUSE_MILLIS, e);
      tryAgain(task);
    }
  }

  private void tryAgain(Runnable task) {
    try {
      super.schedule(() -> renew(task), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("The connections are closed, so the token needs no renewal", e);
    }
  }
}
