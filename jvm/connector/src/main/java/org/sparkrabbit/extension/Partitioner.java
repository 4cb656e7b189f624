package org.sparkrabbit.extension;

import java.util.List;

/**
 * Chooses the partitions of a super stream that a message goes to. Named by the option {@code
 * partitionerClass}, with {@code routingStrategy=custom}; each task has an instance of its own. The
 * same message must always go to the same partitions. An empty answer says that it has no route,
 * which is for the option {@code onDataError} to treat.
 */
@FunctionalInterface
public interface Partitioner {
  List<String> partitions(SentMessage message, Routes routes);
}
