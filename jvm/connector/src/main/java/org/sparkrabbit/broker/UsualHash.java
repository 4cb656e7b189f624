package org.sparkrabbit.broker;

import com.rabbitmq.stream.impl.HashUtils;
import org.sparkrabbit.extension.HashFunction;

/** Hashes keys as all RabbitMQ clients do, so that a key has the same partition for all of them. */
public final class UsualHash implements HashFunction {
  @Override
  public int hash(String routingKey) {
    return HashUtils.MURMUR3.applyAsInt(routingKey);
  }
}
