package org.sparkrabbit.extension;

import java.util.List;

/**
 * Chooses the partitions of a super stream that a message goes to. Named by the option {@code
 * partitionerClass}, with {@code routingStrategy=custom}; each task has an instance of its own. The
 * same message must always go to the same partitions. An empty answer fails the task.
 */
@FunctionalInterface
public interface Partitioner {
  List<String> partitions(SentMessage message, Routes routes);
}
