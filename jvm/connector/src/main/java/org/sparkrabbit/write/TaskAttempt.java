package org.sparkrabbit.write;

import java.util.LinkedHashMap;
import java.util.Map;

/** Which task writes, as Spark numbers them. The epoch is null where there are none, in batch. */
record TaskAttempt(int partition, long task, Long epoch) {
  /** By names, for whoever looks for the task later. */
  Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("partition", String.valueOf(partition));
    facts.put("task", String.valueOf(task));
    if (epoch != null) {
      facts.put("epoch", String.valueOf(epoch));
    }
    return facts;
  }
}
