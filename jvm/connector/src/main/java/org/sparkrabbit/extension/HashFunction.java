package org.sparkrabbit.extension;

/**
 * Hashes the routing key of a message, with {@code routingStrategy=hash}: the unsigned hash modulo
 * the number of partitions is the partition. Named by the option {@code hashFunctionClass}; without
 * it, keys are hashed as all RabbitMQ clients hash them.
 */
@FunctionalInterface
public interface HashFunction {
  int hash(String routingKey);
}
