# Made from the tables in the code: `make generate` writes this module.
"""The arguments of `Source` and `Sink`: one for each option, in snake_case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal

from spark_rabbitmq_streams._mapping import UNCHANGED, Options

if TYPE_CHECKING:
    from typing_extensions import Self


class SourceSignature(Options):
    __slots__ = ()

    def __init__(
        self,
        *,
        stream: str | None = None,
        superstream: str | None = None,
        endpoints: str | Sequence[str] | None = None,
        uris: str | Sequence[str] | None = None,
        username: str | None = None,
        password: str | None = None,
        vhost: str | None = None,
        load_balancer: bool | None = None,
        address_map: str | Mapping[str, str] | None = None,
        address_resolver_class: str | None = None,
        tls: bool | None = None,
        tls_ca_certificate: str | None = None,
        tls_certificate: str | None = None,
        tls_private_key: str | None = None,
        tls_truststore: str | None = None,
        tls_truststore_password: str | None = None,
        tls_keystore: str | None = None,
        tls_keystore_password: str | None = None,
        tls_hostname_verification: bool | None = None,
        tls_trust_all: bool | None = None,
        oauth2_token_endpoint: str | None = None,
        oauth2_client_id: str | None = None,
        oauth2_client_secret: str | None = None,
        oauth2_scope: str | None = None,
        starting_offsets: Literal["earliest", "latest", "offset", "timestamp"]
        | Mapping[str, int | str]
        | None = None,
        starting_offset: int | None = None,
        starting_timestamp: int | str | datetime | None = None,
        starting_offsets_by_timestamp: Mapping[str, int | str | datetime] | None = None,
        starting_offsets_by_timestamp_strategy: Literal["error", "latest"] | None = None,
        ending_offsets: Literal["latest", "offset", "timestamp"]
        | Mapping[str, int | str]
        | None = None,
        ending_offset: int | None = None,
        ending_timestamp: int | str | datetime | None = None,
        ending_offsets_by_timestamp: Mapping[str, int | str | datetime] | None = None,
        metadata_fields: str | Sequence[str] | None = None,
        fail_on_data_loss: bool | None = None,
        min_partitions: int | None = None,
        max_records_per_partition: int | None = None,
        poll_timeout_ms: int | None = None,
        max_wait_ms: int | None = None,
        initial_credits: int | None = None,
        queue_capacity: int | None = None,
        max_records_per_trigger: int | None = None,
        max_bytes_per_trigger: int | None = None,
        estimated_message_size_bytes: int | None = None,
        min_offsets_per_trigger: int | None = None,
        max_trigger_delay: str | timedelta | None = None,
        consumer_name: str | None = None,
        server_side_offset_tracking: bool | None = None,
        single_active_consumer: bool | None = None,
        filter_values: str | Sequence[str] | None = None,
        filter_match_unfiltered: bool | None = None,
        filter_post_filter_class: str | None = None,
        filter_warning_on_mismatch: bool | None = None,
        environment_id: str | None = None,
        environment_idle_timeout_ms: int | None = None,
        rpc_timeout_ms: int | None = None,
        requested_heartbeat_seconds: int | None = None,
        locator_connection_count: int | None = None,
        force_replica_for_consumers: bool | None = None,
        force_leader_for_producers: bool | None = None,
        recovery_back_off_delay_policy: str | None = None,
        topology_update_back_off_delay_policy: str | None = None,
        max_producers_by_connection: int | None = None,
        max_consumers_by_connection: int | None = None,
        max_tracking_consumers_by_connection: int | None = None,
        compression_codec_factory_class: str | None = None,
    ) -> None:
        """Raises OptionsError with all that is wrong, in the words of the connector.

        Args:
            stream: Stream to read or write. Where neither it nor superstream is given, each row
                that is written goes to the stream that its column stream names.
            superstream: Super stream to read or write, instead of stream.
            endpoints: Brokers to connect to, as host:port separated by commas. Without a port,
                5552, or 5551 with TLS.
            uris: Brokers as rabbitmq-stream:// or rabbitmq-stream+tls:// URIs separated by commas;
                they overrule endpoints. The first one tells virtual host and login of all. With
                user and password only as a reference, env:NAME or file:/path.
            username: User to log in as. Default: ``guest``.
            password: Password to log in with. env:NAME takes it from an environment variable and
                file:/path from a file, of each node that connects; plain:text is taken as text
                whatever it begins with. The same holds for every secret. Default: guest.
            vhost: Virtual host of the streams. Default: ``/``.
            load_balancer: A load balancer stands at the given endpoint: every connection goes
                there, again and again until the right node answers. Default: ``false``.
            address_map: Where brokers can be reached from here, for those whose advertised address
                cannot: advertised:port=reachable:port, separated by commas.
            address_resolver_class: A class that tells where an advertised address can be reached
                (org.sparkrabbit.extension.AddressResolver).
            tls: Encrypts the connections. Default: ``false``.
            tls_ca_certificate: Certificates to trust, as PEM: the path of a file, or the text
                itself. Default: those that Java trusts.
            tls_certificate: The client's own certificate, as PEM: the path of a file, or the text
                itself.
            tls_private_key: The unencrypted key of tls_certificate, as PEM in PKCS#8: the path of
                a file, or env:NAME for the text itself in an environment variable.
            tls_truststore: Path of a JKS or PKCS12 file with the certificates to trust.
            tls_truststore_password: Password of tls_truststore.
            tls_keystore: Path of a JKS or PKCS12 file with the client's own certificate and key.
            tls_keystore_password: Password of tls_keystore.
            tls_hostname_verification: The broker's certificate must name the host that was
                connected to. Default: ``true``.
            tls_trust_all: Takes any certificate of any host. For development only: it protects
                against nobody. Default: ``false``.
            oauth2_token_endpoint: Where tokens come from, by the OAuth 2 client credentials grant.
            oauth2_client_id: The client to ask for tokens as.
            oauth2_client_secret: The secret of oauth2_client_id.
            oauth2_scope: The scopes to ask for, separated by spaces.
            starting_offsets: Where a read begins. A streaming query takes it only at its first
                start; later its checkpoint tells. Default: earliest in batch, latest in streaming.
            starting_offset: The first offset to read, with starting_offsets=offset.
            starting_timestamp: The time to begin at, with starting_offsets=timestamp: epoch
                milliseconds, ISO-8601, or a distance back such as -2h. Chunks are timestamped as a
                whole, so what is read begins with the first chunk at or after the time.
            starting_offsets_by_timestamp: The time to begin at for each stream, as JSON; instead
                of starting_offsets.
            starting_offsets_by_timestamp_strategy: What to do where no message is at or after the
                time to begin at: an error, or begin at the end. Default: ``latest``.
            ending_offsets: Where a batch read ends; latest is the end at the moment of planning.
                What lies beyond the end of a stream is waited for, up to max_wait_ms. Default:
                ``latest``. In batch reads only.
            ending_offset: The offset to end before, with ending_offsets=offset. In batch reads
                only.
            ending_timestamp: The time to end at, with ending_offsets=timestamp: the read ends
                before the first chunk at or after it. In batch reads only.
            ending_offsets_by_timestamp: The time to end at for each stream, as JSON; instead of
                ending_offsets. In batch reads only.
            metadata_fields: The optional columns of the schema; an empty text leaves all of them
                out. What no column asks for is not decoded; value, stream, offset and
                chunk_timestamp are always there. Default:
                ``properties,application_properties,message_annotations,creation_time,routing_key``.
            fail_on_data_loss: Whether messages or streams that are gone before they were read fail
                the query. With false they are stepped over, with a warning in the log. Default:
                ``true``.
            min_partitions: Splits the ranges of streams, in proportion to what they hold, until
                there are at least so many tasks. Default: one task for each stream.
            max_records_per_partition: Splits ranges until no task reads more offsets than this.
                Default: no limit.
            poll_timeout_ms: After how many milliseconds without a message a reading task says so
                in its log, each time. Default: ``30000``.
            max_wait_ms: After how many milliseconds without any progress a reading task fails. It
                never ends early instead. Default: ``300000``.
            initial_credits: Chunks that the broker may send before the first one has arrived.
                Later the reader asks for as many as fit into its memory. Default: ``1``.
            queue_capacity: Messages that a reading task holds before it stops asking for more,
                beside the bound of 32 MiB that always holds. A chunk that is on its way still
                comes. Default: bounded in bytes only.
            max_records_per_trigger: The most offsets that one micro-batch reads, shared among the
                streams in proportion to what is pending. Default: no limit. In streaming reads
                only.
            max_bytes_per_trigger: About the most bytes that one micro-batch reads, by the size
                that messages had so far. Default: no limit. In streaming reads only.
            estimated_message_size_bytes: What max_bytes_per_trigger takes for the size of a
                message before it has seen any. Default: ``1024``. In streaming reads only.
            min_offsets_per_trigger: A micro-batch waits until so many offsets are pending, or
                max_trigger_delay has passed. Default: no minimum. In streaming reads only.
            max_trigger_delay: How long a micro-batch waits for min_offsets_per_trigger. Default:
                ``15m``. In streaming reads only.
            consumer_name: The name under which the broker stores how far a query has read. A query
                that has no checkpoint yet goes on where a query of this name has stopped. Default:
                the query's id. In streaming reads only.
            server_side_offset_tracking: After each micro-batch the broker stores how far the query
                has read, for monitoring and for consumer_name. The checkpoint alone decides what
                is read next. Default: ``true``. In streaming reads only.
            single_active_consumer: Of several queries with the same consumer_name only one reads;
                the others wait for it to end. Default: ``false``. In streaming reads only.
            filter_values: The broker delivers only chunks that may hold messages with one of these
                filter values. Other messages of such a chunk come along: add a filter of your own.
                Needs RabbitMQ 3.13.
            filter_match_unfiltered: Messages without a filter value are delivered, too. Default:
                ``false``.
            filter_post_filter_class: A class that decides which messages become rows
                (org.sparkrabbit.extension.PostFilter).
            filter_warning_on_mismatch: A task whose filter_post_filter_class dropped messages that
                the broker's filter let through says so in its log, once; and so does a query with
                filter_values alone, for which nothing drops them. Default: ``true``.
            environment_id: Stands at the head of the connection names that the broker's operators
                see. Default: ``spark-rabbitmq-streams``.
            environment_idle_timeout_ms: After how many milliseconds without a task connections are
                closed. Default: ``30000``.
            rpc_timeout_ms: How many milliseconds the broker has for an answer. Default: ``10000``.
            requested_heartbeat_seconds: How many seconds of silence the connection bears before it
                counts as lost. Default: ``60``.
            locator_connection_count: Connections over which tasks look up where streams are; they
                take turns. Default: ``1``.
            force_replica_for_consumers: Reads from replicas, and not from the leader of a stream,
                which is just asked what the stream holds. Where a stream has no replica now, its
                leader delivers it. Default: ``false``.
            force_leader_for_producers: Writes to the leader of a stream only. Behind a load
                balancer, false takes any node that answers. Default: ``true``.
            recovery_back_off_delay_policy: The pauses between attempts of a writer to connect
                again. Default: ``5s``.
            topology_update_back_off_delay_policy: The pauses between attempts of a writer to find
                a stream again after its leader has moved. Default: ``5s,1s``.
            max_producers_by_connection: Producers that share a connection, once there are as many
                connections as processors. Default: ``256``.
            max_consumers_by_connection: Consumers that share a connection. Default: ``256``.
            max_tracking_consumers_by_connection: Without effect, and known for the sake of
                settings made for RabbitMQ's client: offsets are stored and looked up without
                consumers. Default: ``50``.
            compression_codec_factory_class: A class that compresses and decompresses in place of
                the built-in codecs (org.sparkrabbit.extension.CompressionCodecs).
        """
        super().__init__(
            {
                "stream": stream,
                "superstream": superstream,
                "endpoints": endpoints,
                "uris": uris,
                "username": username,
                "password": password,
                "vhost": vhost,
                "loadBalancer": load_balancer,
                "addressMap": address_map,
                "addressResolverClass": address_resolver_class,
                "tls": tls,
                "tls.caCertificate": tls_ca_certificate,
                "tls.certificate": tls_certificate,
                "tls.privateKey": tls_private_key,
                "tls.truststore": tls_truststore,
                "tls.truststorePassword": tls_truststore_password,
                "tls.keystore": tls_keystore,
                "tls.keystorePassword": tls_keystore_password,
                "tls.hostnameVerification": tls_hostname_verification,
                "tls.trustAll": tls_trust_all,
                "oauth2.tokenEndpoint": oauth2_token_endpoint,
                "oauth2.clientId": oauth2_client_id,
                "oauth2.clientSecret": oauth2_client_secret,
                "oauth2.scope": oauth2_scope,
                "startingOffsets": starting_offsets,
                "startingOffset": starting_offset,
                "startingTimestamp": starting_timestamp,
                "startingOffsetsByTimestamp": starting_offsets_by_timestamp,
                "startingOffsetsByTimestampStrategy": starting_offsets_by_timestamp_strategy,
                "endingOffsets": ending_offsets,
                "endingOffset": ending_offset,
                "endingTimestamp": ending_timestamp,
                "endingOffsetsByTimestamp": ending_offsets_by_timestamp,
                "metadataFields": metadata_fields,
                "failOnDataLoss": fail_on_data_loss,
                "minPartitions": min_partitions,
                "maxRecordsPerPartition": max_records_per_partition,
                "pollTimeoutMs": poll_timeout_ms,
                "maxWaitMs": max_wait_ms,
                "initialCredits": initial_credits,
                "queueCapacity": queue_capacity,
                "maxRecordsPerTrigger": max_records_per_trigger,
                "maxBytesPerTrigger": max_bytes_per_trigger,
                "estimatedMessageSizeBytes": estimated_message_size_bytes,
                "minOffsetsPerTrigger": min_offsets_per_trigger,
                "maxTriggerDelay": max_trigger_delay,
                "consumerName": consumer_name,
                "serverSideOffsetTracking": server_side_offset_tracking,
                "singleActiveConsumer": single_active_consumer,
                "filterValues": filter_values,
                "filterMatchUnfiltered": filter_match_unfiltered,
                "filterPostFilterClass": filter_post_filter_class,
                "filterWarningOnMismatch": filter_warning_on_mismatch,
                "environmentId": environment_id,
                "environmentIdleTimeoutMs": environment_idle_timeout_ms,
                "rpcTimeoutMs": rpc_timeout_ms,
                "requestedHeartbeatSeconds": requested_heartbeat_seconds,
                "locatorConnectionCount": locator_connection_count,
                "forceReplicaForConsumers": force_replica_for_consumers,
                "forceLeaderForProducers": force_leader_for_producers,
                "recoveryBackOffDelayPolicy": recovery_back_off_delay_policy,
                "topologyUpdateBackOffDelayPolicy": topology_update_back_off_delay_policy,
                "maxProducersByConnection": max_producers_by_connection,
                "maxConsumersByConnection": max_consumers_by_connection,
                "maxTrackingConsumersByConnection": max_tracking_consumers_by_connection,
                "compressionCodecFactoryClass": compression_codec_factory_class,
            }
        )

    def replace(
        self,
        *,
        stream: str | None = UNCHANGED,
        superstream: str | None = UNCHANGED,
        endpoints: str | Sequence[str] | None = UNCHANGED,
        uris: str | Sequence[str] | None = UNCHANGED,
        username: str | None = UNCHANGED,
        password: str | None = UNCHANGED,
        vhost: str | None = UNCHANGED,
        load_balancer: bool | None = UNCHANGED,
        address_map: str | Mapping[str, str] | None = UNCHANGED,
        address_resolver_class: str | None = UNCHANGED,
        tls: bool | None = UNCHANGED,
        tls_ca_certificate: str | None = UNCHANGED,
        tls_certificate: str | None = UNCHANGED,
        tls_private_key: str | None = UNCHANGED,
        tls_truststore: str | None = UNCHANGED,
        tls_truststore_password: str | None = UNCHANGED,
        tls_keystore: str | None = UNCHANGED,
        tls_keystore_password: str | None = UNCHANGED,
        tls_hostname_verification: bool | None = UNCHANGED,
        tls_trust_all: bool | None = UNCHANGED,
        oauth2_token_endpoint: str | None = UNCHANGED,
        oauth2_client_id: str | None = UNCHANGED,
        oauth2_client_secret: str | None = UNCHANGED,
        oauth2_scope: str | None = UNCHANGED,
        starting_offsets: Literal["earliest", "latest", "offset", "timestamp"]
        | Mapping[str, int | str]
        | None = UNCHANGED,
        starting_offset: int | None = UNCHANGED,
        starting_timestamp: int | str | datetime | None = UNCHANGED,
        starting_offsets_by_timestamp: Mapping[str, int | str | datetime] | None = UNCHANGED,
        starting_offsets_by_timestamp_strategy: Literal["error", "latest"] | None = UNCHANGED,
        ending_offsets: Literal["latest", "offset", "timestamp"]
        | Mapping[str, int | str]
        | None = UNCHANGED,
        ending_offset: int | None = UNCHANGED,
        ending_timestamp: int | str | datetime | None = UNCHANGED,
        ending_offsets_by_timestamp: Mapping[str, int | str | datetime] | None = UNCHANGED,
        metadata_fields: str | Sequence[str] | None = UNCHANGED,
        fail_on_data_loss: bool | None = UNCHANGED,
        min_partitions: int | None = UNCHANGED,
        max_records_per_partition: int | None = UNCHANGED,
        poll_timeout_ms: int | None = UNCHANGED,
        max_wait_ms: int | None = UNCHANGED,
        initial_credits: int | None = UNCHANGED,
        queue_capacity: int | None = UNCHANGED,
        max_records_per_trigger: int | None = UNCHANGED,
        max_bytes_per_trigger: int | None = UNCHANGED,
        estimated_message_size_bytes: int | None = UNCHANGED,
        min_offsets_per_trigger: int | None = UNCHANGED,
        max_trigger_delay: str | timedelta | None = UNCHANGED,
        consumer_name: str | None = UNCHANGED,
        server_side_offset_tracking: bool | None = UNCHANGED,
        single_active_consumer: bool | None = UNCHANGED,
        filter_values: str | Sequence[str] | None = UNCHANGED,
        filter_match_unfiltered: bool | None = UNCHANGED,
        filter_post_filter_class: str | None = UNCHANGED,
        filter_warning_on_mismatch: bool | None = UNCHANGED,
        environment_id: str | None = UNCHANGED,
        environment_idle_timeout_ms: int | None = UNCHANGED,
        rpc_timeout_ms: int | None = UNCHANGED,
        requested_heartbeat_seconds: int | None = UNCHANGED,
        locator_connection_count: int | None = UNCHANGED,
        force_replica_for_consumers: bool | None = UNCHANGED,
        force_leader_for_producers: bool | None = UNCHANGED,
        recovery_back_off_delay_policy: str | None = UNCHANGED,
        topology_update_back_off_delay_policy: str | None = UNCHANGED,
        max_producers_by_connection: int | None = UNCHANGED,
        max_consumers_by_connection: int | None = UNCHANGED,
        max_tracking_consumers_by_connection: int | None = UNCHANGED,
        compression_codec_factory_class: str | None = UNCHANGED,
    ) -> Self:
        """The same with these changes; None takes an option back."""
        return self._changed(
            {
                "stream": stream,
                "superstream": superstream,
                "endpoints": endpoints,
                "uris": uris,
                "username": username,
                "password": password,
                "vhost": vhost,
                "loadBalancer": load_balancer,
                "addressMap": address_map,
                "addressResolverClass": address_resolver_class,
                "tls": tls,
                "tls.caCertificate": tls_ca_certificate,
                "tls.certificate": tls_certificate,
                "tls.privateKey": tls_private_key,
                "tls.truststore": tls_truststore,
                "tls.truststorePassword": tls_truststore_password,
                "tls.keystore": tls_keystore,
                "tls.keystorePassword": tls_keystore_password,
                "tls.hostnameVerification": tls_hostname_verification,
                "tls.trustAll": tls_trust_all,
                "oauth2.tokenEndpoint": oauth2_token_endpoint,
                "oauth2.clientId": oauth2_client_id,
                "oauth2.clientSecret": oauth2_client_secret,
                "oauth2.scope": oauth2_scope,
                "startingOffsets": starting_offsets,
                "startingOffset": starting_offset,
                "startingTimestamp": starting_timestamp,
                "startingOffsetsByTimestamp": starting_offsets_by_timestamp,
                "startingOffsetsByTimestampStrategy": starting_offsets_by_timestamp_strategy,
                "endingOffsets": ending_offsets,
                "endingOffset": ending_offset,
                "endingTimestamp": ending_timestamp,
                "endingOffsetsByTimestamp": ending_offsets_by_timestamp,
                "metadataFields": metadata_fields,
                "failOnDataLoss": fail_on_data_loss,
                "minPartitions": min_partitions,
                "maxRecordsPerPartition": max_records_per_partition,
                "pollTimeoutMs": poll_timeout_ms,
                "maxWaitMs": max_wait_ms,
                "initialCredits": initial_credits,
                "queueCapacity": queue_capacity,
                "maxRecordsPerTrigger": max_records_per_trigger,
                "maxBytesPerTrigger": max_bytes_per_trigger,
                "estimatedMessageSizeBytes": estimated_message_size_bytes,
                "minOffsetsPerTrigger": min_offsets_per_trigger,
                "maxTriggerDelay": max_trigger_delay,
                "consumerName": consumer_name,
                "serverSideOffsetTracking": server_side_offset_tracking,
                "singleActiveConsumer": single_active_consumer,
                "filterValues": filter_values,
                "filterMatchUnfiltered": filter_match_unfiltered,
                "filterPostFilterClass": filter_post_filter_class,
                "filterWarningOnMismatch": filter_warning_on_mismatch,
                "environmentId": environment_id,
                "environmentIdleTimeoutMs": environment_idle_timeout_ms,
                "rpcTimeoutMs": rpc_timeout_ms,
                "requestedHeartbeatSeconds": requested_heartbeat_seconds,
                "locatorConnectionCount": locator_connection_count,
                "forceReplicaForConsumers": force_replica_for_consumers,
                "forceLeaderForProducers": force_leader_for_producers,
                "recoveryBackOffDelayPolicy": recovery_back_off_delay_policy,
                "topologyUpdateBackOffDelayPolicy": topology_update_back_off_delay_policy,
                "maxProducersByConnection": max_producers_by_connection,
                "maxConsumersByConnection": max_consumers_by_connection,
                "maxTrackingConsumersByConnection": max_tracking_consumers_by_connection,
                "compressionCodecFactoryClass": compression_codec_factory_class,
            }
        )


class SinkSignature(Options):
    __slots__ = ()

    def __init__(
        self,
        *,
        stream: str | None = None,
        superstream: str | None = None,
        endpoints: str | Sequence[str] | None = None,
        uris: str | Sequence[str] | None = None,
        username: str | None = None,
        password: str | None = None,
        vhost: str | None = None,
        load_balancer: bool | None = None,
        address_map: str | Mapping[str, str] | None = None,
        address_resolver_class: str | None = None,
        tls: bool | None = None,
        tls_ca_certificate: str | None = None,
        tls_certificate: str | None = None,
        tls_private_key: str | None = None,
        tls_truststore: str | None = None,
        tls_truststore_password: str | None = None,
        tls_keystore: str | None = None,
        tls_keystore_password: str | None = None,
        tls_hostname_verification: bool | None = None,
        tls_trust_all: bool | None = None,
        oauth2_token_endpoint: str | None = None,
        oauth2_client_id: str | None = None,
        oauth2_client_secret: str | None = None,
        oauth2_scope: str | None = None,
        producer_name: str | None = None,
        ignore_unknown_columns: bool | None = None,
        on_data_error: Literal["fail", "skip", "deadLetter"] | None = None,
        dead_letter_stream: str | None = None,
        publisher_confirm_timeout_ms: int | None = None,
        enqueue_timeout_ms: int | None = None,
        max_in_flight: int | None = None,
        batch_size: int | None = None,
        batch_publishing_delay_ms: int | None = None,
        dynamic_batch: bool | None = None,
        retry_on_recovery: bool | None = None,
        sub_entry_size: int | None = None,
        compression: Literal["none", "gzip", "snappy", "lz4", "zstd"] | None = None,
        filter_value_path: str | None = None,
        filter_value_extractor_class: str | None = None,
        routing_strategy: Literal["hash", "key", "custom"] | None = None,
        partitioner_class: str | None = None,
        hash_function_class: str | None = None,
        create_stream: bool | None = None,
        max_age: str | timedelta | None = None,
        max_length_bytes: int | str | None = None,
        max_segment_size_bytes: int | str | None = None,
        filter_size: int | None = None,
        initial_cluster_size: int | None = None,
        partitions: int | None = None,
        binding_keys: str | Sequence[str] | None = None,
        deduplication: Literal["none", "effectively-once"] | None = None,
        ordering_columns: str | Sequence[str] | None = None,
        deduplication_writers: int | None = None,
        environment_id: str | None = None,
        environment_idle_timeout_ms: int | None = None,
        rpc_timeout_ms: int | None = None,
        requested_heartbeat_seconds: int | None = None,
        locator_connection_count: int | None = None,
        force_replica_for_consumers: bool | None = None,
        force_leader_for_producers: bool | None = None,
        recovery_back_off_delay_policy: str | None = None,
        topology_update_back_off_delay_policy: str | None = None,
        max_producers_by_connection: int | None = None,
        max_consumers_by_connection: int | None = None,
        max_tracking_consumers_by_connection: int | None = None,
        compression_codec_factory_class: str | None = None,
    ) -> None:
        """Raises OptionsError with all that is wrong, in the words of the connector.

        Args:
            stream: Stream to read or write. Where neither it nor superstream is given, each row
                that is written goes to the stream that its column stream names.
            superstream: Super stream to read or write, instead of stream.
            endpoints: Brokers to connect to, as host:port separated by commas. Without a port,
                5552, or 5551 with TLS.
            uris: Brokers as rabbitmq-stream:// or rabbitmq-stream+tls:// URIs separated by commas;
                they overrule endpoints. The first one tells virtual host and login of all. With
                user and password only as a reference, env:NAME or file:/path.
            username: User to log in as. Default: ``guest``.
            password: Password to log in with. env:NAME takes it from an environment variable and
                file:/path from a file, of each node that connects; plain:text is taken as text
                whatever it begins with. The same holds for every secret. Default: guest.
            vhost: Virtual host of the streams. Default: ``/``.
            load_balancer: A load balancer stands at the given endpoint: every connection goes
                there, again and again until the right node answers. Default: ``false``.
            address_map: Where brokers can be reached from here, for those whose advertised address
                cannot: advertised:port=reachable:port, separated by commas.
            address_resolver_class: A class that tells where an advertised address can be reached
                (org.sparkrabbit.extension.AddressResolver).
            tls: Encrypts the connections. Default: ``false``.
            tls_ca_certificate: Certificates to trust, as PEM: the path of a file, or the text
                itself. Default: those that Java trusts.
            tls_certificate: The client's own certificate, as PEM: the path of a file, or the text
                itself.
            tls_private_key: The unencrypted key of tls_certificate, as PEM in PKCS#8: the path of
                a file, or env:NAME for the text itself in an environment variable.
            tls_truststore: Path of a JKS or PKCS12 file with the certificates to trust.
            tls_truststore_password: Password of tls_truststore.
            tls_keystore: Path of a JKS or PKCS12 file with the client's own certificate and key.
            tls_keystore_password: Password of tls_keystore.
            tls_hostname_verification: The broker's certificate must name the host that was
                connected to. Default: ``true``.
            tls_trust_all: Takes any certificate of any host. For development only: it protects
                against nobody. Default: ``false``.
            oauth2_token_endpoint: Where tokens come from, by the OAuth 2 client credentials grant.
            oauth2_client_id: The client to ask for tokens as.
            oauth2_client_secret: The secret of oauth2_client_id.
            oauth2_scope: The scopes to ask for, separated by spaces.
            producer_name: Names the producers of a write, so that the broker drops what it has
                from them already. Without deduplication=effectively-once it suppresses repetitions
                within one attempt of a task, not those of another attempt. One application at a
                time may write with a name. Needs permission to read the stream, too.
            ignore_unknown_columns: Columns that the sink does not know are left out instead of
                being an error. Default: ``false``.
            on_data_error: What becomes of a row that cannot be encoded or routed: it fails the
                write; or it is skipped, and counted; or it goes to dead_letter_stream with the
                reason. Default: ``fail``.
            dead_letter_stream: The stream that keeps the rows that cannot be written, with
                on_data_error=deadLetter.
            publisher_confirm_timeout_ms: How many milliseconds may pass without any confirm, while
                messages are unconfirmed, before the task fails. Default: ``60000``.
            enqueue_timeout_ms: How many milliseconds may pass without any confirm, while a row
                waits for room because max_in_flight messages are unconfirmed, before the task
                fails; 0 waits for publisher_confirm_timeout_ms. Default: ``10000``.
            max_in_flight: Messages that a task sends before it waits for the broker to confirm
                some; 4 MiB is the other bound. Default: ``10000``.
            batch_size: Messages that are sent to the broker at once, or fewer that make 256 KiB.
                Default: ``100``.
            batch_publishing_delay_ms: How many milliseconds a batch that is not full waits for
                more. It has no effect with dynamic_batch. Default: ``100``.
            dynamic_batch: Batches adapt to the rate of rows: small when few come, large when many
                do. Default: ``true``.
            retry_on_recovery: Unconfirmed messages are sent again after a lost connection; without
                it they fail the task. Default: ``true``.
            sub_entry_size: Messages that are packed into one entry of the stream. More than 1 is
                faster, saves space and allows compression; it rules out deduplication and filter
                values. Default: ``1``.
            compression: How entries of several messages are compressed. The broker leaves out what
                is compressed where it delivers over AMQP. Default: ``none``.
            filter_value_path: Where a row has its filter value, as in
                application_properties.region. Needs RabbitMQ 3.13.
            filter_value_extractor_class: A class that gives the filter value of a message
                (org.sparkrabbit.extension.FilterValueExtractor). Needs RabbitMQ 3.13.
            routing_strategy: How the routing_key of a row decides its partition: by its hash, by
                the keys that partitions are bound with, or by partitioner_class. Default:
                ``hash``.
            partitioner_class: A class that chooses the partitions of a message
                (org.sparkrabbit.extension.Partitioner).
            hash_function_class: A class that hashes routing keys
                (org.sparkrabbit.extension.HashFunction). Default: MurmurHash3, as RabbitMQ's
                clients for Java, Go and .NET do.
            create_stream: Creates the stream or super stream before the first row is written, if
                it is missing. What exists stays as it is. Default: ``false``.
            max_age: How old messages may become before the broker removes them, segment by
                segment. Default: no limit.
            max_length_bytes: How many bytes the stream, or each partition, may hold before the
                broker removes the oldest segments. Default: no limit.
            max_segment_size_bytes: How many bytes a file of the stream may hold; the broker
                removes whole files, never the newest one. Default: the broker's, 500 MB.
            filter_size: How many bytes each chunk spends on telling which filter values it has.
                Needs RabbitMQ 3.13. Default: the broker's, 16.
            initial_cluster_size: On how many nodes of a cluster the stream is kept. Default: on
                all of them.
            partitions: How many partitions the super stream gets: NAME-0, NAME-1 and so on, bound
                with the keys 0, 1 and so on. Needs RabbitMQ 3.13.
            binding_keys: The keys of the super stream's partitions, separated by commas, as in
                'emea,apac': so many partitions it gets, NAME-emea and NAME-apac, in this order.
                Needs RabbitMQ 3.13.
            deduplication: With effectively-once, a batch that a streaming query repeats leaves no
                row twice in the stream: its rows keep their publishing ids. Needs ordering_columns
                or a column publishing_id, and permission to read the stream. Default: ``none``.
            ordering_columns: Columns that tell all rows of a batch apart, and are the same when
                the batch is repeated. With deduplication=effectively-once rows are written in
                their order. They need not be columns of the sink.
            deduplication_writers: How many tasks write a batch with
                deduplication=effectively-once, each with a producer's name of its own. Rows with
                publishing_id are written by one. Default: ``4``.
            environment_id: Stands at the head of the connection names that the broker's operators
                see. Default: ``spark-rabbitmq-streams``.
            environment_idle_timeout_ms: After how many milliseconds without a task connections are
                closed. Default: ``30000``.
            rpc_timeout_ms: How many milliseconds the broker has for an answer. Default: ``10000``.
            requested_heartbeat_seconds: How many seconds of silence the connection bears before it
                counts as lost. Default: ``60``.
            locator_connection_count: Connections over which tasks look up where streams are; they
                take turns. Default: ``1``.
            force_replica_for_consumers: Reads from replicas, and not from the leader of a stream,
                which is just asked what the stream holds. Where a stream has no replica now, its
                leader delivers it. Default: ``false``.
            force_leader_for_producers: Writes to the leader of a stream only. Behind a load
                balancer, false takes any node that answers. Default: ``true``.
            recovery_back_off_delay_policy: The pauses between attempts of a writer to connect
                again. Default: ``5s``.
            topology_update_back_off_delay_policy: The pauses between attempts of a writer to find
                a stream again after its leader has moved. Default: ``5s,1s``.
            max_producers_by_connection: Producers that share a connection, once there are as many
                connections as processors. Default: ``256``.
            max_consumers_by_connection: Consumers that share a connection. Default: ``256``.
            max_tracking_consumers_by_connection: Without effect, and known for the sake of
                settings made for RabbitMQ's client: offsets are stored and looked up without
                consumers. Default: ``50``.
            compression_codec_factory_class: A class that compresses and decompresses in place of
                the built-in codecs (org.sparkrabbit.extension.CompressionCodecs).
        """
        super().__init__(
            {
                "stream": stream,
                "superstream": superstream,
                "endpoints": endpoints,
                "uris": uris,
                "username": username,
                "password": password,
                "vhost": vhost,
                "loadBalancer": load_balancer,
                "addressMap": address_map,
                "addressResolverClass": address_resolver_class,
                "tls": tls,
                "tls.caCertificate": tls_ca_certificate,
                "tls.certificate": tls_certificate,
                "tls.privateKey": tls_private_key,
                "tls.truststore": tls_truststore,
                "tls.truststorePassword": tls_truststore_password,
                "tls.keystore": tls_keystore,
                "tls.keystorePassword": tls_keystore_password,
                "tls.hostnameVerification": tls_hostname_verification,
                "tls.trustAll": tls_trust_all,
                "oauth2.tokenEndpoint": oauth2_token_endpoint,
                "oauth2.clientId": oauth2_client_id,
                "oauth2.clientSecret": oauth2_client_secret,
                "oauth2.scope": oauth2_scope,
                "producerName": producer_name,
                "ignoreUnknownColumns": ignore_unknown_columns,
                "onDataError": on_data_error,
                "deadLetterStream": dead_letter_stream,
                "publisherConfirmTimeoutMs": publisher_confirm_timeout_ms,
                "enqueueTimeoutMs": enqueue_timeout_ms,
                "maxInFlight": max_in_flight,
                "batchSize": batch_size,
                "batchPublishingDelayMs": batch_publishing_delay_ms,
                "dynamicBatch": dynamic_batch,
                "retryOnRecovery": retry_on_recovery,
                "subEntrySize": sub_entry_size,
                "compression": compression,
                "filterValuePath": filter_value_path,
                "filterValueExtractorClass": filter_value_extractor_class,
                "routingStrategy": routing_strategy,
                "partitionerClass": partitioner_class,
                "hashFunctionClass": hash_function_class,
                "createStream": create_stream,
                "maxAge": max_age,
                "maxLengthBytes": max_length_bytes,
                "maxSegmentSizeBytes": max_segment_size_bytes,
                "filterSize": filter_size,
                "initialClusterSize": initial_cluster_size,
                "partitions": partitions,
                "bindingKeys": binding_keys,
                "deduplication": deduplication,
                "orderingColumns": ordering_columns,
                "deduplicationWriters": deduplication_writers,
                "environmentId": environment_id,
                "environmentIdleTimeoutMs": environment_idle_timeout_ms,
                "rpcTimeoutMs": rpc_timeout_ms,
                "requestedHeartbeatSeconds": requested_heartbeat_seconds,
                "locatorConnectionCount": locator_connection_count,
                "forceReplicaForConsumers": force_replica_for_consumers,
                "forceLeaderForProducers": force_leader_for_producers,
                "recoveryBackOffDelayPolicy": recovery_back_off_delay_policy,
                "topologyUpdateBackOffDelayPolicy": topology_update_back_off_delay_policy,
                "maxProducersByConnection": max_producers_by_connection,
                "maxConsumersByConnection": max_consumers_by_connection,
                "maxTrackingConsumersByConnection": max_tracking_consumers_by_connection,
                "compressionCodecFactoryClass": compression_codec_factory_class,
            }
        )

    def replace(
        self,
        *,
        stream: str | None = UNCHANGED,
        superstream: str | None = UNCHANGED,
        endpoints: str | Sequence[str] | None = UNCHANGED,
        uris: str | Sequence[str] | None = UNCHANGED,
        username: str | None = UNCHANGED,
        password: str | None = UNCHANGED,
        vhost: str | None = UNCHANGED,
        load_balancer: bool | None = UNCHANGED,
        address_map: str | Mapping[str, str] | None = UNCHANGED,
        address_resolver_class: str | None = UNCHANGED,
        tls: bool | None = UNCHANGED,
        tls_ca_certificate: str | None = UNCHANGED,
        tls_certificate: str | None = UNCHANGED,
        tls_private_key: str | None = UNCHANGED,
        tls_truststore: str | None = UNCHANGED,
        tls_truststore_password: str | None = UNCHANGED,
        tls_keystore: str | None = UNCHANGED,
        tls_keystore_password: str | None = UNCHANGED,
        tls_hostname_verification: bool | None = UNCHANGED,
        tls_trust_all: bool | None = UNCHANGED,
        oauth2_token_endpoint: str | None = UNCHANGED,
        oauth2_client_id: str | None = UNCHANGED,
        oauth2_client_secret: str | None = UNCHANGED,
        oauth2_scope: str | None = UNCHANGED,
        producer_name: str | None = UNCHANGED,
        ignore_unknown_columns: bool | None = UNCHANGED,
        on_data_error: Literal["fail", "skip", "deadLetter"] | None = UNCHANGED,
        dead_letter_stream: str | None = UNCHANGED,
        publisher_confirm_timeout_ms: int | None = UNCHANGED,
        enqueue_timeout_ms: int | None = UNCHANGED,
        max_in_flight: int | None = UNCHANGED,
        batch_size: int | None = UNCHANGED,
        batch_publishing_delay_ms: int | None = UNCHANGED,
        dynamic_batch: bool | None = UNCHANGED,
        retry_on_recovery: bool | None = UNCHANGED,
        sub_entry_size: int | None = UNCHANGED,
        compression: Literal["none", "gzip", "snappy", "lz4", "zstd"] | None = UNCHANGED,
        filter_value_path: str | None = UNCHANGED,
        filter_value_extractor_class: str | None = UNCHANGED,
        routing_strategy: Literal["hash", "key", "custom"] | None = UNCHANGED,
        partitioner_class: str | None = UNCHANGED,
        hash_function_class: str | None = UNCHANGED,
        create_stream: bool | None = UNCHANGED,
        max_age: str | timedelta | None = UNCHANGED,
        max_length_bytes: int | str | None = UNCHANGED,
        max_segment_size_bytes: int | str | None = UNCHANGED,
        filter_size: int | None = UNCHANGED,
        initial_cluster_size: int | None = UNCHANGED,
        partitions: int | None = UNCHANGED,
        binding_keys: str | Sequence[str] | None = UNCHANGED,
        deduplication: Literal["none", "effectively-once"] | None = UNCHANGED,
        ordering_columns: str | Sequence[str] | None = UNCHANGED,
        deduplication_writers: int | None = UNCHANGED,
        environment_id: str | None = UNCHANGED,
        environment_idle_timeout_ms: int | None = UNCHANGED,
        rpc_timeout_ms: int | None = UNCHANGED,
        requested_heartbeat_seconds: int | None = UNCHANGED,
        locator_connection_count: int | None = UNCHANGED,
        force_replica_for_consumers: bool | None = UNCHANGED,
        force_leader_for_producers: bool | None = UNCHANGED,
        recovery_back_off_delay_policy: str | None = UNCHANGED,
        topology_update_back_off_delay_policy: str | None = UNCHANGED,
        max_producers_by_connection: int | None = UNCHANGED,
        max_consumers_by_connection: int | None = UNCHANGED,
        max_tracking_consumers_by_connection: int | None = UNCHANGED,
        compression_codec_factory_class: str | None = UNCHANGED,
    ) -> Self:
        """The same with these changes; None takes an option back."""
        return self._changed(
            {
                "stream": stream,
                "superstream": superstream,
                "endpoints": endpoints,
                "uris": uris,
                "username": username,
                "password": password,
                "vhost": vhost,
                "loadBalancer": load_balancer,
                "addressMap": address_map,
                "addressResolverClass": address_resolver_class,
                "tls": tls,
                "tls.caCertificate": tls_ca_certificate,
                "tls.certificate": tls_certificate,
                "tls.privateKey": tls_private_key,
                "tls.truststore": tls_truststore,
                "tls.truststorePassword": tls_truststore_password,
                "tls.keystore": tls_keystore,
                "tls.keystorePassword": tls_keystore_password,
                "tls.hostnameVerification": tls_hostname_verification,
                "tls.trustAll": tls_trust_all,
                "oauth2.tokenEndpoint": oauth2_token_endpoint,
                "oauth2.clientId": oauth2_client_id,
                "oauth2.clientSecret": oauth2_client_secret,
                "oauth2.scope": oauth2_scope,
                "producerName": producer_name,
                "ignoreUnknownColumns": ignore_unknown_columns,
                "onDataError": on_data_error,
                "deadLetterStream": dead_letter_stream,
                "publisherConfirmTimeoutMs": publisher_confirm_timeout_ms,
                "enqueueTimeoutMs": enqueue_timeout_ms,
                "maxInFlight": max_in_flight,
                "batchSize": batch_size,
                "batchPublishingDelayMs": batch_publishing_delay_ms,
                "dynamicBatch": dynamic_batch,
                "retryOnRecovery": retry_on_recovery,
                "subEntrySize": sub_entry_size,
                "compression": compression,
                "filterValuePath": filter_value_path,
                "filterValueExtractorClass": filter_value_extractor_class,
                "routingStrategy": routing_strategy,
                "partitionerClass": partitioner_class,
                "hashFunctionClass": hash_function_class,
                "createStream": create_stream,
                "maxAge": max_age,
                "maxLengthBytes": max_length_bytes,
                "maxSegmentSizeBytes": max_segment_size_bytes,
                "filterSize": filter_size,
                "initialClusterSize": initial_cluster_size,
                "partitions": partitions,
                "bindingKeys": binding_keys,
                "deduplication": deduplication,
                "orderingColumns": ordering_columns,
                "deduplicationWriters": deduplication_writers,
                "environmentId": environment_id,
                "environmentIdleTimeoutMs": environment_idle_timeout_ms,
                "rpcTimeoutMs": rpc_timeout_ms,
                "requestedHeartbeatSeconds": requested_heartbeat_seconds,
                "locatorConnectionCount": locator_connection_count,
                "forceReplicaForConsumers": force_replica_for_consumers,
                "forceLeaderForProducers": force_leader_for_producers,
                "recoveryBackOffDelayPolicy": recovery_back_off_delay_policy,
                "topologyUpdateBackOffDelayPolicy": topology_update_back_off_delay_policy,
                "maxProducersByConnection": max_producers_by_connection,
                "maxConsumersByConnection": max_consumers_by_connection,
                "maxTrackingConsumersByConnection": max_tracking_consumers_by_connection,
                "compressionCodecFactoryClass": compression_codec_factory_class,
            }
        )
