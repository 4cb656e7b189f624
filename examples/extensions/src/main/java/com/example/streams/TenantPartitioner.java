package com.example.streams;

import java.util.List;
import org.sparkrabbit.extension.Partitioner;
import org.sparkrabbit.extension.Routes;
import org.sparkrabbit.extension.SentMessage;

/**
 * Sends messages with the subject {@code announcement} to all partitions. A tenant whose name a
 * partition is bound with has that partition; the others share all partitions by their names.
 */
public final class TenantPartitioner implements Partitioner {
  @Override
  public List<String> partitions(SentMessage message, Routes routes) {
    if ("announcement".equals(message.properties().subject())) {
      return routes.partitions();
    }
    String tenant = message.applicationProperties().get("tenant");
    if (tenant == null) {
      throw new IllegalArgumentException("a message without the application property tenant");
    }
    List<String> reserved = routes.boundTo(tenant);
    if (!reserved.isEmpty()) {
      return reserved;
    }
    int position = Math.floorMod(tenant.hashCode(), routes.partitions().size());
    return List.of(routes.partitions().get(position));
  }
}
