package org.sparkrabbit.options;

import static org.sparkrabbit.options.Kind.CLASS;
import static org.sparkrabbit.options.Kind.TEXT;
import static org.sparkrabbit.options.Kind.TRUE_OR_FALSE;
import static org.sparkrabbit.options.Kind.wholeNumber;
import static org.sparkrabbit.options.Section.TUNING;

import java.util.List;

/** Options of connections. All tasks of a process that connect alike share one. */
final class TuningOptions {
  static final Option<String> ENVIRONMENT_ID =
      Option.of(
              TUNING,
              "environmentId",
              TEXT,
              "Stands at the head of the connection names that the broker's operators see.")
          .orElse("spark-rabbitmq-streams");

  static final Option<Long> ENVIRONMENT_IDLE_TIMEOUT =
      Option.of(
              TUNING,
              "environmentIdleTimeoutMs",
              wholeNumber(0, Bounds.LONGEST_WAIT),
              "After how many milliseconds without a task connections are closed.")
          .orElse("30000");

  static final Option<Long> RPC_TIMEOUT =
      Option.of(
              TUNING,
              "rpcTimeoutMs",
              wholeNumber(100, Bounds.LONGEST_WAIT),
              "How many milliseconds the broker has for an answer.")
          .orElse("10000");

  static final Option<Long> REQUESTED_HEARTBEAT =
      Option.of(
              TUNING,
              "requestedHeartbeatSeconds",
              wholeNumber(1, 86_400),
              "How many seconds of silence the connection bears before it counts as lost.")
          .orElse("60");

  static final Option<Long> LOCATOR_CONNECTION_COUNT =
      Option.of(
              TUNING,
              "locatorConnectionCount",
              wholeNumber(1, 100),
              "Connections over which tasks look up where streams are; they take turns.")
          .orElse("1");

  static final Option<Boolean> FORCE_REPLICA_FOR_CONSUMERS =
      Option.of(
              TUNING,
              "forceReplicaForConsumers",
              TRUE_OR_FALSE,
              "Reads from replicas, and not from the leader of a stream, which is just asked what the"
                  + " stream holds. Where a stream has no replica now, its leader delivers it.")
          .orElse("false");

  static final Option<Boolean> FORCE_LEADER_FOR_PRODUCERS =
      Option.of(
              TUNING,
              "forceLeaderForProducers",
              TRUE_OR_FALSE,
              "Writes to the leader of a stream only. Behind a load balancer, false takes any node"
                  + " that answers.")
          .orElse("true");

  static final Option<BackOff> RECOVERY_BACK_OFF =
      Option.of(
              TUNING,
              "recoveryBackOffDelayPolicy",
              Kind.of("pauses", "must be " + BackOff.RULE, "str", BackOff::parse),
              "The pauses between attempts of a writer to connect again.")
          .orElse("5s");

  static final Option<BackOff> TOPOLOGY_UPDATE_BACK_OFF =
      Option.of(
              TUNING,
              "topologyUpdateBackOffDelayPolicy",
              Kind.of("pauses", "must be " + BackOff.RULE, "str", BackOff::parse),
              "The pauses between attempts of a writer to find a stream again after its leader"
                  + " has moved.")
          .orElse("5s,1s");

  static final Option<Long> MAX_PRODUCERS_BY_CONNECTION =
      Option.of(
              TUNING,
              "maxProducersByConnection",
              wholeNumber(1, 256),
              "Producers that share a connection, once there are as many connections as"
                  + " processors.")
          .orElse("256");

  static final Option<Long> MAX_CONSUMERS_BY_CONNECTION =
      Option.of(
              TUNING,
              "maxConsumersByConnection",
              wholeNumber(1, 256),
              "Consumers that share a connection.")
          .orElse("256");

  static final Option<Long> MAX_TRACKING_CONSUMERS_BY_CONNECTION =
      Option.of(
              TUNING,
              "maxTrackingConsumersByConnection",
              wholeNumber(1, 256),
              "Without effect, and known for the sake of settings made for RabbitMQ's client: offsets are"
                  + " stored and looked up without consumers.")
          .orElse("50");

  static final Option<String> COMPRESSION_CODEC_FACTORY_CLASS =
      Option.of(
          TUNING,
          "compressionCodecFactoryClass",
          CLASS,
          "A class that compresses and decompresses in place of the built-in codecs"
              + " (org.sparkrabbit.extension.CompressionCodecs).");

  static final List<Option<?>> ALL =
      List.of(
          ENVIRONMENT_ID,
          ENVIRONMENT_IDLE_TIMEOUT,
          RPC_TIMEOUT,
          REQUESTED_HEARTBEAT,
          LOCATOR_CONNECTION_COUNT,
          FORCE_REPLICA_FOR_CONSUMERS,
          FORCE_LEADER_FOR_PRODUCERS,
          RECOVERY_BACK_OFF,
          TOPOLOGY_UPDATE_BACK_OFF,
          MAX_PRODUCERS_BY_CONNECTION,
          MAX_CONSUMERS_BY_CONNECTION,
          MAX_TRACKING_CONSUMERS_BY_CONNECTION,
          COMPRESSION_CODEC_FACTORY_CLASS);

  private TuningOptions() {}
}
