package org.sparkrabbit.options;

import java.io.Serializable;
import java.time.Duration;

/** How connections are made and kept. Without a class for codecs it is null. */
public record Tuning(
    String environmentId,
    Duration idleTimeout,
    Duration rpcTimeout,
    Duration heartbeat,
    int locatorConnections,
    boolean readsFromReplicasOnly,
    boolean writesToLeaderOnly,
    BackOff recovery,
    BackOff topologyUpdate,
    int producersByConnection,
    int consumersByConnection,
    String compressionCodecsClass)
    implements Serializable {

  static Tuning of(OptionReader reader) {
    return new Tuning(
        reader.read(TuningOptions.ENVIRONMENT_ID),
        reader.millis(TuningOptions.ENVIRONMENT_IDLE_TIMEOUT),
        reader.millis(TuningOptions.RPC_TIMEOUT),
        Duration.ofSeconds(reader.read(TuningOptions.REQUESTED_HEARTBEAT)),
        reader.count(TuningOptions.LOCATOR_CONNECTION_COUNT),
        reader.read(TuningOptions.FORCE_REPLICA_FOR_CONSUMERS),
        reader.read(TuningOptions.FORCE_LEADER_FOR_PRODUCERS),
        reader.read(TuningOptions.RECOVERY_BACK_OFF),
        reader.read(TuningOptions.TOPOLOGY_UPDATE_BACK_OFF),
        reader.count(TuningOptions.MAX_PRODUCERS_BY_CONNECTION),
        reader.count(TuningOptions.MAX_CONSUMERS_BY_CONNECTION),
        reader.read(TuningOptions.COMPRESSION_CODEC_FACTORY_CLASS));
  }
}
