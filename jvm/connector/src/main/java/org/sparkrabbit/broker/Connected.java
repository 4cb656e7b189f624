package org.sparkrabbit.broker;

import com.rabbitmq.stream.Environment;
import java.util.concurrent.ScheduledExecutorService;
import org.sparkrabbit.options.Access;

/** An environment, what it is connected to, and who renews its tokens, which may be null. */
record Connected(
    Environment environment, Access access, BrokerVersion version, ScheduledExecutorService renewal)
    implements AutoCloseable {
  @Override
  public void close() {
    try {
      environment.close();
    } finally {
      if (renewal != null) {
        renewal.shutdownNow();
      }
    }
  }
}
