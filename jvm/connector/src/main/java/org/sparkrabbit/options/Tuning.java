package org.sparkrabbit.options;

import java.io.Serializable;
import java.time.Duration;

/** What is handed to the client as it is. What is null is left to the client. */
public record Tuning(
    String environmentId,
    Duration idleTimeout,
    Duration rpcTimeout,
    Duration heartbeat,
    Integer locatorConnections,
    boolean readsFromReplicasOnly,
    boolean writesToLeaderOnly,
    BackOff recovery,
    BackOff topologyUpdate,
    int producersByConnection,
    int consumersByConnection,
    int trackingConsumersByConnection,
    String compressionCodecsClass)
    implements Serializable {

  static Tuning of(OptionReader reader) {
    Long locators = reader.read(TuningOptions.LOCATOR_CONNECTION_COUNT);
    return new Tuning(
        reader.read(TuningOptions.ENVIRONMENT_ID),
        reader.millis(TuningOptions.ENVIRONMENT_IDLE_TIMEOUT),
        reader.millis(TuningOptions.RPC_TIMEOUT),
        Duration.ofSeconds(reader.read(TuningOptions.REQUESTED_HEARTBEAT)),
        locators == null ? null : Math.toIntExact(locators),
        reader.read(TuningOptions.FORCE_REPLICA_FOR_CONSUMERS),
        reader.read(TuningOptions.FORCE_LEADER_FOR_PRODUCERS),
        reader.read(TuningOptions.RECOVERY_BACK_OFF),
        reader.read(TuningOptions.TOPOLOGY_UPDATE_BACK_OFF),
        reader.count(TuningOptions.MAX_PRODUCERS_BY_CONNECTION),
        reader.count(TuningOptions.MAX_CONSUMERS_BY_CONNECTION),
        reader.count(TuningOptions.MAX_TRACKING_CONSUMERS_BY_CONNECTION),
        reader.read(TuningOptions.COMPRESSION_CODEC_FACTORY_CLASS));
  }
}
