package org.sparkrabbit.broker;

import com.rabbitmq.stream.oauth2.OAuth2Exception;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs what an environment plans. The client plans a renewal of its token once; if that fails, it
 * would go on with the old one for ever. Here it is tried again.
 */
final class TokenRenewal extends ScheduledThreadPoolExecutor {
  private static final Logger LOG = LoggerFactory.getLogger(TokenRenewal.class);
  private static final long PAUSE_MILLIS = 2_000;

  TokenRenewal() {
    super(
        Math.max(2, Runtime.getRuntime().availableProcessors()),
        new DefaultThreadFactory(EnvironmentPool.THREADS + "-tokens", true));
    setRemoveOnCancelPolicy(true);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    return super.schedule(() -> runUntilRenewed(task), delay, unit);
  }

  private void runUntilRenewed(Runnable task) {
    try {
      task.run();
    } catch (OAuth2Exception e) {
      LOG.warn("The OAuth 2 token could not be renewed; next attempt in {} ms", PAUSE_MILLIS, e);
      try {
        schedule(task, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
      } catch (RejectedExecutionException closed) {
        LOG.debug("The connections are closed, so the token needs no renewal", closed);
      }
    }
  }
}
