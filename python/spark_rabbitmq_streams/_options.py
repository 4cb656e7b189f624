# Made from the tables in the code: `make generate` writes this module.
"""All options of the connector, and which of them go together."""

from spark_rabbitmq_streams._table import Condition, Option, Rule

OPTIONS = (
    Option(
        name="stream",
        argument="stream",
        section="target",
        form="text",
        limits=(),
        type="str",
        rule="must not be empty",
        saying=(
            "Stream to read or write. Where neither it nor superstream is given, each row that is "
            "written goes to the stream that its column stream names."
        ),
        standard=None,
        is_secret=False,
    ),
    Option(
        name="superstream",
        argument="superstream",
        section="target",
        form="text",
        limits=(),
        type="str",
        rule="must not be empty",
        saying="Super stream to read or write, instead of stream.",
        standard=None,
        is_secret=False,
    ),
    Option(
        name="endpoints",
        argument="endpoints",
        section="connection",
        form="endpoints",
        limits=(),
        type="str | Sequence[str]",
        rule=(
            "must be host:port, separated by commas; an IPv6 address needs brackets, as in "
            "[::1]:5552"
        ),
        saying=(
            "Brokers to connect to, as host:port separated by commas. Without a port, 5552, or "
            "5551 with TLS."
        ),
        standard=None,
        is_secret=False,
    ),
    Option(
        name="uris",
        argument="uris",
        section="connection",
        form="URIs",
        limits=(),
        type="str | Sequence[str]",
        rule=(
            "must be rabbitmq-stream://host:port/vhost, or rabbitmq-stream+tls:// for TLS, "
            "separated by commas, and without user and password: Spark prints it in plans. Give "
            "those as username and password, or the whole as a reference, uris=env:NAME or "
            "uris=file:/path"
        ),
        saying=(
            "Brokers as rabbitmq-stream:// or rabbitmq-stream+tls:// URIs separated by commas; "
            "they overrule endpoints. The first one tells virtual host and login of all. With user "
            "and password only as a reference, env:NAME or file:/path."
        ),
        standard=None,
        is_secret=True,
    ),
    Option(
        name="username",
        argument="username",
        section="connection",
        form="text",
        limits=(),
        type="str",
        rule="must not be empty",
        saying="User to log in as.",
        standard="guest",
        is_secret=False,
    ),
    Option(
        name="password",
        argument="password",
        section="connection",
        form="secret",
        limits=(),
        type="str",
        rule="must not be empty",
        saying=(
            "Password to log in with. env:NAME takes it from an environment variable and "
            "file:/path from a file, of each node that connects; plain:text is taken as text "
            "whatever it begins with. The same holds for every secret."
        ),
        standard="(guest)",
        is_secret=True,
    ),
    Option(
        name="vhost",
        argument="vhost",
        section="connection",
        form="text",
        limits=(),
        type="str",
        rule="must not be empty",
        saying="Virtual host of the streams.",
        standard="/",
        is_secret=False,
    ),
    Option(
        name="loadBalancer",
        argument="load_balancer",
        section="connection",
        form="true or false",
        limits=(),
        type="bool",
        rule="must be true or false",
        saying=(
            "A load balancer stands at the given endpoint: every connection goes there, again and "
            "again until the right node answers."
        ),
        standard="false",
        is_secret=False,
    ),
    Option(
        name="addressMap",
        argument="address_map",
        section="connection",
        form="addresses",
        limits=(),
        type="str | Mapping[str, str]",
        rule="must be advertised:port=reachable:port, separated by commas",
        saying=(
            "Where brokers can be reached from here, for those whose advertised address cannot: "
            "advertised:port=reachable:port, separated by commas."
        ),
        standard=None,
        is_secret=False,
    ),
    Option(
        name="addressResolverClass",
        argument="address_resolver_class",
        section="connection",
        form="class",
        limits=(),
        type="str",
        rule="must be the full name of a class, as in com.example.Orders",
        saying=(
            "A class that tells where an advertised address can be reached "
            "(org.sparkrabbit.extension.AddressResolver)."
        ),
        standard=None,
        is_secret=False,
    ),
    Option(
        name="tls",
        argument="tls",
        section="security",
        form="true or false",
        limits=(),
        type="bool",
        rule="must be true or false",
        saying="Encrypts the connections.",
        standard="false",
        is_secret=False,
    ),
    Option(
        name="tls.caCertificate",
        argument="tls_ca_certificate",
        section="security",
        form="text",
        limits=(),
        type="str",
        rule="must not be empty",
        saying="Certificates to trust, as PEM: the path of a file, or the text itself.",
        standard="(those that Java trusts)",
        is_secret=False,
    ),
    Option(
        name="tls.certificate",
        argument="tls_certificate",
        section="security",
        form="text",
        limits=(),
        type="str",
        rule="must not be empty",
        saying="The client's own certificate, as PEM: the path of a file, or the text itself.",
        standard=None,
        is_secret=False,
    ),
    Option(
        name="tls.privateKey",
        argument="tls_private_key",
        section="security",
        form="private key",
        limits=(),
        type="str",
        rule=(
            "must be the path of a file, or a reference to the key (env:NAME), but not the key "
            "itself: Spark prints it in plans"
        ),
        saying=(
            "The unencrypted key of tls.certificate, as PEM in PKCS#8: the path of a file, or "
            "env:NAME for the text itself in an environment variable."
        ),
        standard=None,
        is_secret=True,
    ),
    Option(
        name="tls.truststore",
        argument="tls_truststore",
        section="security",
        form="text",
        limits=(),
        type="str",
        rule="must not be empty",
        saying="Path of a JKS or PKCS12 file with the certificates to trust.",
        standard=None,
        is_secret=False,
    ),
    Option(
        name="tls.truststorePassword",
        argument="tls_truststore_password",
        section="security",
        form="secret",
        limits=(),
        type="str",
        rule="must not be empty",
        saying="Password of tls.truststore.",
        standard=None,
        is_secret=True,
    ),
    Option(
        name="tls.keystore",
        argument="tls_keystore",
        section="security",
        form="text",
        limits=(),
        type="str",
        rule="must not be empty",
        saying="Path of a JKS or PKCS12 file with the client's own certificate and key.",
        standard=None,
        is_secret=False,
    ),
    Option(
        name="tls.keystorePassword",
        argument="tls_keystore_password",
        section="security",
        form="secret",
        limits=(),
        type="str",
        rule="must not be empty",
        saying="Password of tls.keystore.",
        standard=None,
        is_secret=True,
    ),
    Option(
        name="tls.hostnameVerification",
        argument="tls_hostname_verification",
        section="security",
        form="true or false",
        limits=(),
        type="bool",
        rule="must be true or false",
        saying="The broker's certificate must name the host that was connected to.",
        standard="true",
        is_secret=False,
    ),
    Option(
        name="tls.trustAll",
        argument="tls_trust_all",
        section="security",
        form="true or false",
        limits=(),
        type="bool",
        rule="must be true or false",
        saying=(
            "Takes any certificate of any host. For development only: it protects against nobody."
        ),
        standard="false",
        is_secret=False,
    ),
    Option(
        name="oauth2.tokenEndpoint",
        argument="oauth2_token_endpoint",
        section="security",
        form="web address",
        limits=(),
        type="str",
        rule="must be an http:// or https:// URL without user and password",
        saying="Where tokens come from, by the OAuth 2 client credentials grant.",
        standard=None,
        is_secret=False,
    ),
    Option(
        name="oauth2.clientId",
        argument="oauth2_client_id",
        section="security",
        form="text",
        limits=(),
        type="str",
        rule="must not be empty",
        saying="The client to ask for tokens as.",
        standard=None,
        is_secret=False,
    ),
    Option(
        name="oauth2.clientSecret",
        argument="oauth2_client_secret",
        section="security",
        form="secret",
        limits=(),
        type="str",
        rule="must not be empty",
        saying="The secret of oauth2.clientId.",
        standard=None,
        is_secret=True,
    ),
    Option(
        name="oauth2.scope",
        argument="oauth2_scope",
        section="security",
        form="text",
        limits=(),
        type="str",
        rule="must not be empty",
        saying="The scopes to ask for, separated by spaces.",
        standard=None,
        is_secret=False,
    ),
    Option(
        name="startingOffsets",
        argument="starting_offsets",
        section="position",
        form="beginning",
        limits=(),
        type='Literal["earliest", "latest", "offset", "timestamp"] | Mapping[str, int | str]',
        rule=(
            "must be earliest, latest, offset, timestamp, or a JSON object that gives each stream "
            'an offset, earliest or latest, as in {"orders-0": 120, "orders-1": "earliest"}'
        ),
        saying=(
            "Where a read begins. A streaming query takes it only at its first start; later its "
            "checkpoint tells."
        ),
        standard="(earliest in batch, latest in streaming)",
        is_secret=False,
    ),
    Option(
        name="startingOffset",
        argument="starting_offset",
        section="position",
        form="whole number",
        limits=(0, 9223372036854775807),
        type="int",
        rule="must be a whole number of at least 0",
        saying="The first offset to read, with startingOffsets=offset.",
        standard=None,
        is_secret=False,
    ),
    Option(
        name="startingTimestamp",
        argument="starting_timestamp",
        section="position",
        form="time",
        limits=(),
        type="int | str | datetime",
        rule=(
            "must be epoch milliseconds, an ISO-8601 time with its zone (2026-01-31T12:00:00Z), or "
            "a distance back from now (-90s, -15m, -2h, -7d)"
        ),
        saying=(
            "The time to begin at, with startingOffsets=timestamp: epoch milliseconds, ISO-8601, "
            "or a distance back such as -2h. Chunks are timestamped as a whole, so what is read "
            "begins with the first chunk at or after the time."
        ),
        standard=None,
        is_secret=False,
    ),
    Option(
        name="startingOffsetsByTimestamp",
        argument="starting_offsets_by_timestamp",
        section="position",
        form="time of each stream",
        limits=(),
        type="Mapping[str, int | str | datetime]",
        rule=(
            'must be a JSON object that gives each stream a time, as in {"orders-0": '
            '1767225600000, "orders-1": "-2h"}'
        ),
        saying="The time to begin at for each stream, as JSON; instead of startingOffsets.",
        standard=None,
        is_secret=False,
    ),
    Option(
        name="startingOffsetsByTimestampStrategy",
        argument="starting_offsets_by_timestamp_strategy",
        section="position",
        form="choice",
        limits=("error", "latest"),
        type='Literal["error", "latest"]',
        rule="must be one of error, latest",
        saying=(
            "What to do where no message is at or after the time to begin at: an error, or begin "
            "at the end."
        ),
        standard="latest",
        is_secret=False,
    ),
    Option(
        name="endingOffsets",
        argument="ending_offsets",
        section="position",
        form="end",
        limits=(),
        type='Literal["latest", "offset", "timestamp"] | Mapping[str, int | str]',
        rule=(
            "must be latest, offset, timestamp, or a JSON object that gives each stream an offset "
            'or latest, as in {"orders-0": 120, "orders-1": "latest"}'
        ),
        saying=(
            "Where a batch read ends; latest is the end at the moment of planning. What lies "
            "beyond the end of a stream is waited for, up to maxWaitMs."
        ),
        standard="latest",
        is_secret=False,
        refused_in_streaming_read=(
            "a streaming query has no end; stop it yourself, or read everything up to now with the "
            "trigger availableNow"
        ),
    ),
    Option(
        name="endingOffset",
        argument="ending_offset",
        section="position",
        form="whole number",
        limits=(0, 9223372036854775807),
        type="int",
        rule="must be a whole number of at least 0",
        saying="The offset to end before, with endingOffsets=offset.",
        standard=None,
        is_secret=False,
        refused_in_streaming_read=(
            "a streaming query has no end; stop it yourself, or read everything up to now with the "
            "trigger availableNow"
        ),
    ),
    Option(
        name="endingTimestamp",
        argument="ending_timestamp",
        section="position",
        form="time",
        limits=(),
        type="int | str | datetime",
        rule=(
            "must be epoch milliseconds, an ISO-8601 time with its zone (2026-01-31T12:00:00Z), or "
            "a distance back from now (-90s, -15m, -2h, -7d)"
        ),
        saying=(
            "The time to end at, with endingOffsets=timestamp: the read ends before the first "
            "chunk at or after it."
        ),
        standard=None,
        is_secret=False,
        refused_in_streaming_read=(
            "a streaming query has no end; stop it yourself, or read everything up to now with the "
            "trigger availableNow"
        ),
    ),
    Option(
        name="endingOffsetsByTimestamp",
        argument="ending_offsets_by_timestamp",
        section="position",
        form="time of each stream",
        limits=(),
        type="Mapping[str, int | str | datetime]",
        rule=(
            'must be a JSON object that gives each stream a time, as in {"orders-0": '
            '1767225600000, "orders-1": "-2h"}'
        ),
        saying="The time to end at for each stream, as JSON; instead of endingOffsets.",
        standard=None,
        is_secret=False,
        refused_in_streaming_read=(
            "a streaming query has no end; stop it yourself, or read everything up to now with the "
            "trigger availableNow"
        ),
    ),
    Option(
        name="metadataFields",
        argument="metadata_fields",
        section="reading",
        form="columns",
        limits=(
            "properties",
            "application_properties",
            "message_annotations",
            "creation_time",
            "routing_key",
        ),
        type="str | Sequence[str]",
        rule=(
            "must name columns among properties, application_properties, message_annotations, "
            "creation_time, routing_key, separated by commas, or none"
        ),
        saying=(
            "The optional columns of the schema; an empty text leaves all of them out. What no "
            "column asks for is not decoded; value, stream, offset and chunk_timestamp are always "
            "there."
        ),
        standard="properties,application_properties,message_annotations,creation_time,routing_key",
        is_secret=False,
    ),
    Option(
        name="failOnDataLoss",
        argument="fail_on_data_loss",
        section="reading",
        form="true or false",
        limits=(),
        type="bool",
        rule="must be true or false",
        saying=(
            "Whether messages or streams that are gone before they were read fail the query. With "
            "false they are stepped over, with a warning in the log."
        ),
        standard="true",
        is_secret=False,
    ),
    Option(
        name="minPartitions",
        argument="min_partitions",
        section="reading",
        form="whole number",
        limits=(1, 100000),
        type="int",
        rule="must be a whole number from 1 to 100000",
        saying=(
            "Splits the ranges of streams, in proportion to what they hold, until there are at "
            "least so many tasks."
        ),
        standard="(one task for each stream)",
        is_secret=False,
    ),
    Option(
        name="maxRecordsPerPartition",
        argument="max_records_per_partition",
        section="reading",
        form="whole number",
        limits=(1, 9223372036854775807),
        type="int",
        rule="must be a whole number of at least 1",
        saying="Splits ranges until no task reads more offsets than this.",
        standard="(no limit)",
        is_secret=False,
    ),
    Option(
        name="pollTimeoutMs",
        argument="poll_timeout_ms",
        section="reading",
        form="whole number",
        limits=(1, 31536000000),
        type="int",
        rule="must be a whole number from 1 to 31536000000",
        saying=(
            "After how many milliseconds without a message a reading task says so in its log, each "
            "time."
        ),
        standard="30000",
        is_secret=False,
    ),
    Option(
        name="maxWaitMs",
        argument="max_wait_ms",
        section="reading",
        form="whole number",
        limits=(1, 31536000000),
        type="int",
        rule="must be a whole number from 1 to 31536000000",
        saying=(
            "After how many milliseconds without any progress a reading task fails. It never ends "
            "early instead."
        ),
        standard="300000",
        is_secret=False,
    ),
    Option(
        name="initialCredits",
        argument="initial_credits",
        section="reading",
        form="whole number",
        limits=(1, 1000),
        type="int",
        rule="must be a whole number from 1 to 1000",
        saying=(
            "Chunks that the broker may send before the first one has arrived. Later the reader "
            "asks for as many as fit into its memory."
        ),
        standard="1",
        is_secret=False,
    ),
    Option(
        name="queueCapacity",
        argument="queue_capacity",
        section="reading",
        form="whole number",
        limits=(1, 2147483647),
        type="int",
        rule="must be a whole number from 1 to 2147483647",
        saying=(
            "Messages that a reading task holds before it stops asking for more, beside the bound "
            "of 32 MiB that always holds. A chunk that is on its way still comes."
        ),
        standard="(bounded in bytes only)",
        is_secret=False,
    ),
    Option(
        name="maxRecordsPerTrigger",
        argument="max_records_per_trigger",
        section="streaming",
        form="whole number",
        limits=(1, 9223372036854775807),
        type="int",
        rule="must be a whole number of at least 1",
        saying=(
            "The most offsets that one micro-batch reads, shared among the streams in proportion "
            "to what is pending."
        ),
        standard="(no limit)",
        is_secret=False,
    ),
    Option(
        name="maxBytesPerTrigger",
        argument="max_bytes_per_trigger",
        section="streaming",
        form="whole number",
        limits=(1, 9223372036854775807),
        type="int",
        rule="must be a whole number of at least 1",
        saying=(
            "About the most bytes that one micro-batch reads, by the size that messages had so far."
        ),
        standard="(no limit)",
        is_secret=False,
    ),
    Option(
        name="estimatedMessageSizeBytes",
        argument="estimated_message_size_bytes",
        section="streaming",
        form="whole number",
        limits=(1, 2147483647),
        type="int",
        rule="must be a whole number from 1 to 2147483647",
        saying="What maxBytesPerTrigger takes for the size of a message before it has seen any.",
        standard="1024",
        is_secret=False,
    ),
    Option(
        name="minOffsetsPerTrigger",
        argument="min_offsets_per_trigger",
        section="streaming",
        form="whole number",
        limits=(1, 9223372036854775807),
        type="int",
        rule="must be a whole number of at least 1",
        saying=(
            "A micro-batch waits until so many offsets are pending, or maxTriggerDelay has passed."
        ),
        standard="(no minimum)",
        is_secret=False,
    ),
    Option(
        name="maxTriggerDelay",
        argument="max_trigger_delay",
        section="streaming",
        form="length of time",
        limits=(),
        type="str | timedelta",
        rule="must be a length of time with its unit (500ms, 30s, 15m, 2h, 7d)",
        saying="How long a micro-batch waits for minOffsetsPerTrigger.",
        standard="15m",
        is_secret=False,
    ),
    Option(
        name="consumerName",
        argument="consumer_name",
        section="streaming",
        form="short text",
        limits=(255,),
        type="str",
        rule="must not be empty, and no longer than 255 bytes in UTF-8",
        saying=(
            "The name under which the broker stores how far a query has read. A query that has no "
            "checkpoint yet goes on where a query of this name has stopped."
        ),
        standard="(the query's id)",
        is_secret=False,
    ),
    Option(
        name="serverSideOffsetTracking",
        argument="server_side_offset_tracking",
        section="streaming",
        form="true or false",
        limits=(),
        type="bool",
        rule="must be true or false",
        saying=(
            "After each micro-batch the broker stores how far the query has read, for monitoring "
            "and for consumerName. The checkpoint alone decides what is read next."
        ),
        standard="true",
        is_secret=False,
    ),
    Option(
        name="singleActiveConsumer",
        argument="single_active_consumer",
        section="streaming",
        form="true or false",
        limits=(),
        type="bool",
        rule="must be true or false",
        saying=(
            "Of several queries with the same consumerName only one reads; the others wait for it "
            "to end."
        ),
        standard="false",
        is_secret=False,
    ),
    Option(
        name="filterValues",
        argument="filter_values",
        section="filtering",
        form="values",
        limits=(),
        type="str | Sequence[str]",
        rule="must be filter values, separated by commas",
        saying=(
            "The broker delivers only chunks that may hold messages with one of these filter "
            "values. Other messages of such a chunk come along: add a filter of your own. Needs "
            "RabbitMQ 3.13."
        ),
        standard=None,
        is_secret=False,
    ),
    Option(
        name="filterMatchUnfiltered",
        argument="filter_match_unfiltered",
        section="filtering",
        form="true or false",
        limits=(),
        type="bool",
        rule="must be true or false",
        saying="Messages without a filter value are delivered, too.",
        standard="false",
        is_secret=False,
    ),
    Option(
        name="filterPostFilterClass",
        argument="filter_post_filter_class",
        section="filtering",
        form="class",
        limits=(),
        type="str",
        rule="must be the full name of a class, as in com.example.Orders",
        saying=(
            "A class that decides which messages become rows "
            "(org.sparkrabbit.extension.PostFilter)."
        ),
        standard=None,
        is_secret=False,
    ),
    Option(
        name="filterWarningOnMismatch",
        argument="filter_warning_on_mismatch",
        section="filtering",
        form="true or false",
        limits=(),
        type="bool",
        rule="must be true or false",
        saying=(
            "A task whose filterPostFilterClass dropped messages that the broker's filter let "
            "through says so in its log, once; and so does a query with filterValues alone, for "
            "which nothing drops them."
        ),
        standard="true",
        is_secret=False,
    ),
    Option(
        name="producerName",
        argument="producer_name",
        section="writing",
        form="short text",
        limits=(200,),
        type="str",
        rule="must not be empty, and no longer than 200 bytes in UTF-8",
        saying=(
            "Names the producers of a write, so that the broker drops what it has from them "
            "already. Without deduplication=effectively-once it suppresses repetitions within one "
            "attempt of a task, not those of another attempt. One application at a time may write "
            "with a name. Needs permission to read the stream, too."
        ),
        standard=None,
        is_secret=False,
    ),
    Option(
        name="ignoreUnknownColumns",
        argument="ignore_unknown_columns",
        section="writing",
        form="true or false",
        limits=(),
        type="bool",
        rule="must be true or false",
        saying="Columns that the sink does not know are left out instead of being an error.",
        standard="false",
        is_secret=False,
    ),
    Option(
        name="onDataError",
        argument="on_data_error",
        section="writing",
        form="choice",
        limits=("fail", "skip", "deadLetter"),
        type='Literal["fail", "skip", "deadLetter"]',
        rule="must be one of fail, skip, deadLetter",
        saying=(
            "What becomes of a row that cannot be encoded or routed: it fails the write; or it is "
            "skipped, and counted; or it goes to deadLetterStream with the reason."
        ),
        standard="fail",
        is_secret=False,
    ),
    Option(
        name="deadLetterStream",
        argument="dead_letter_stream",
        section="writing",
        form="text",
        limits=(),
        type="str",
        rule="must not be empty",
        saying=(
            "The stream that keeps the rows that cannot be written, with onDataError=deadLetter."
        ),
        standard=None,
        is_secret=False,
    ),
    Option(
        name="publisherConfirmTimeoutMs",
        argument="publisher_confirm_timeout_ms",
        section="writing",
        form="whole number",
        limits=(1000, 31536000000),
        type="int",
        rule="must be a whole number from 1000 to 31536000000",
        saying=(
            "How many milliseconds may pass without any confirm, while messages are unconfirmed, "
            "before the task fails."
        ),
        standard="60000",
        is_secret=False,
    ),
    Option(
        name="enqueueTimeoutMs",
        argument="enqueue_timeout_ms",
        section="writing",
        form="whole number",
        limits=(0, 31536000000),
        type="int",
        rule="must be a whole number from 0 to 31536000000",
        saying=(
            "How many milliseconds may pass without any confirm, while a row waits for room "
            "because maxInFlight messages are unconfirmed, before the task fails; 0 waits for "
            "publisherConfirmTimeoutMs."
        ),
        standard="10000",
        is_secret=False,
    ),
    Option(
        name="maxInFlight",
        argument="max_in_flight",
        section="writing",
        form="whole number",
        limits=(1, 1000000),
        type="int",
        rule="must be a whole number from 1 to 1000000",
        saying=(
            "Messages that a task sends before it waits for the broker to confirm some; 4 MiB is "
            "the other bound."
        ),
        standard="10000",
        is_secret=False,
    ),
    Option(
        name="batchSize",
        argument="batch_size",
        section="writing",
        form="whole number",
        limits=(1, 10000),
        type="int",
        rule="must be a whole number from 1 to 10000",
        saying="Messages that are sent to the broker at once, or fewer that make 256 KiB.",
        standard="100",
        is_secret=False,
    ),
    Option(
        name="batchPublishingDelayMs",
        argument="batch_publishing_delay_ms",
        section="writing",
        form="whole number",
        limits=(0, 60000),
        type="int",
        rule="must be a whole number from 0 to 60000",
        saying=(
            "How many milliseconds a batch that is not full waits for more. It has no effect with "
            "dynamicBatch."
        ),
        standard="100",
        is_secret=False,
    ),
    Option(
        name="dynamicBatch",
        argument="dynamic_batch",
        section="writing",
        form="true or false",
        limits=(),
        type="bool",
        rule="must be true or false",
        saying="Batches adapt to the rate of rows: small when few come, large when many do.",
        standard="true",
        is_secret=False,
    ),
    Option(
        name="retryOnRecovery",
        argument="retry_on_recovery",
        section="writing",
        form="true or false",
        limits=(),
        type="bool",
        rule="must be true or false",
        saying=(
            "Unconfirmed messages are sent again after a lost connection; without it they fail the "
            "task."
        ),
        standard="true",
        is_secret=False,
    ),
    Option(
        name="subEntrySize",
        argument="sub_entry_size",
        section="writing",
        form="whole number",
        limits=(1, 65535),
        type="int",
        rule="must be a whole number from 1 to 65535",
        saying=(
            "Messages that are packed into one entry of the stream. More than 1 is faster, saves "
            "space and allows compression; it rules out deduplication and filter values."
        ),
        standard="1",
        is_secret=False,
    ),
    Option(
        name="compression",
        argument="compression",
        section="writing",
        form="choice",
        limits=("none", "gzip", "snappy", "lz4", "zstd"),
        type='Literal["none", "gzip", "snappy", "lz4", "zstd"]',
        rule="must be one of none, gzip, snappy, lz4, zstd",
        saying=(
            "How entries of several messages are compressed. The broker leaves out what is "
            "compressed where it delivers over AMQP."
        ),
        standard="none",
        is_secret=False,
    ),
    Option(
        name="filterValuePath",
        argument="filter_value_path",
        section="writing",
        form="place in a message",
        limits=(),
        type="str",
        rule=(
            "must be application_properties.NAME, message_annotations.NAME, or properties.NAME "
            "with a text property"
        ),
        saying=(
            "Where a row has its filter value, as in application_properties.region. Needs RabbitMQ "
            "3.13."
        ),
        standard=None,
        is_secret=False,
    ),
    Option(
        name="filterValueExtractorClass",
        argument="filter_value_extractor_class",
        section="writing",
        form="class",
        limits=(),
        type="str",
        rule="must be the full name of a class, as in com.example.Orders",
        saying=(
            "A class that gives the filter value of a message "
            "(org.sparkrabbit.extension.FilterValueExtractor). Needs RabbitMQ 3.13."
        ),
        standard=None,
        is_secret=False,
    ),
    Option(
        name="routingStrategy",
        argument="routing_strategy",
        section="routing",
        form="choice",
        limits=("hash", "key", "custom"),
        type='Literal["hash", "key", "custom"]',
        rule="must be one of hash, key, custom",
        saying=(
            "How the routing_key of a row decides its partition: by its hash, by the keys that "
            "partitions are bound with, or by partitionerClass."
        ),
        standard="hash",
        is_secret=False,
    ),
    Option(
        name="partitionerClass",
        argument="partitioner_class",
        section="routing",
        form="class",
        limits=(),
        type="str",
        rule="must be the full name of a class, as in com.example.Orders",
        saying=(
            "A class that chooses the partitions of a message "
            "(org.sparkrabbit.extension.Partitioner)."
        ),
        standard=None,
        is_secret=False,
    ),
    Option(
        name="hashFunctionClass",
        argument="hash_function_class",
        section="routing",
        form="class",
        limits=(),
        type="str",
        rule="must be the full name of a class, as in com.example.Orders",
        saying="A class that hashes routing keys (org.sparkrabbit.extension.HashFunction).",
        standard="(MurmurHash3, as RabbitMQ's clients for Java, Go and .NET do)",
        is_secret=False,
    ),
    Option(
        name="createStream",
        argument="create_stream",
        section="creation",
        form="true or false",
        limits=(),
        type="bool",
        rule="must be true or false",
        saying=(
            "Creates the stream or super stream before the first row is written, if it is missing. "
            "What exists stays as it is."
        ),
        standard="false",
        is_secret=False,
    ),
    Option(
        name="maxAge",
        argument="max_age",
        section="creation",
        form="age",
        limits=(),
        type="str | timedelta",
        rule=(
            "must be a length of time with its unit (30s, 15m, 12h, 7d), or in ISO 8601 (P7D, "
            "PT12H), and not zero"
        ),
        saying="How old messages may become before the broker removes them, segment by segment.",
        standard="(no limit)",
        is_secret=False,
    ),
    Option(
        name="maxLengthBytes",
        argument="max_length_bytes",
        section="creation",
        form="size",
        limits=(1, 9223372036854775807),
        type="int | str",
        rule="must be a number of bytes of at least 1, as such or in kb, mb, gb or tb (500mb)",
        saying=(
            "How many bytes the stream, or each partition, may hold before the broker removes the "
            "oldest segments."
        ),
        standard="(no limit)",
        is_secret=False,
    ),
    Option(
        name="maxSegmentSizeBytes",
        argument="max_segment_size_bytes",
        section="creation",
        form="size",
        limits=(1, 3000000000),
        type="int | str",
        rule=(
            "must be a number of bytes from 1 to 3000000000, as such or in kb, mb, gb or tb (500mb)"
        ),
        saying=(
            "How many bytes a file of the stream may hold; the broker removes whole files, never "
            "the newest one."
        ),
        standard="(the broker's, 500 MB)",
        is_secret=False,
    ),
    Option(
        name="filterSize",
        argument="filter_size",
        section="creation",
        form="whole number",
        limits=(16, 255),
        type="int",
        rule="must be a whole number from 16 to 255",
        saying=(
            "How many bytes each chunk spends on telling which filter values it has. Needs "
            "RabbitMQ 3.13."
        ),
        standard="(the broker's, 16)",
        is_secret=False,
    ),
    Option(
        name="initialClusterSize",
        argument="initial_cluster_size",
        section="creation",
        form="whole number",
        limits=(1, 255),
        type="int",
        rule="must be a whole number from 1 to 255",
        saying="On how many nodes of a cluster the stream is kept.",
        standard="(on all of them)",
        is_secret=False,
    ),
    Option(
        name="partitions",
        argument="partitions",
        section="creation",
        form="whole number",
        limits=(1, 10000),
        type="int",
        rule="must be a whole number from 1 to 10000",
        saying=(
            "How many partitions the super stream gets: NAME-0, NAME-1 and so on, bound with the "
            "keys 0, 1 and so on. Needs RabbitMQ 3.13."
        ),
        standard=None,
        is_secret=False,
    ),
    Option(
        name="bindingKeys",
        argument="binding_keys",
        section="creation",
        form="keys",
        limits=(),
        type="str | Sequence[str]",
        rule="must be keys, separated by commas, each once",
        saying=(
            "The keys of the super stream's partitions, separated by commas, as in 'emea,apac': so "
            "many partitions it gets, NAME-emea and NAME-apac, in this order. Needs RabbitMQ 3.13."
        ),
        standard=None,
        is_secret=False,
    ),
    Option(
        name="deduplication",
        argument="deduplication",
        section="writing",
        form="choice",
        limits=("none", "effectively-once"),
        type='Literal["none", "effectively-once"]',
        rule="must be one of none, effectively-once",
        saying=(
            "With effectively-once, a batch that a streaming query repeats leaves no row twice in "
            "the stream: its rows keep their publishing ids. Needs orderingColumns or a column "
            "publishing_id, and permission to read the stream."
        ),
        standard="none",
        is_secret=False,
    ),
    Option(
        name="orderingColumns",
        argument="ordering_columns",
        section="writing",
        form="values",
        limits=(),
        type="str | Sequence[str]",
        rule="must be names of columns, separated by commas",
        saying=(
            "Columns that tell all rows of a batch apart, and are the same when the batch is "
            "repeated. With deduplication=effectively-once rows are written in their order. They "
            "need not be columns of the sink."
        ),
        standard=None,
        is_secret=False,
    ),
    Option(
        name="deduplicationWriters",
        argument="deduplication_writers",
        section="writing",
        form="whole number",
        limits=(1, 32),
        type="int",
        rule="must be a whole number from 1 to 32",
        saying=(
            "How many tasks write a batch with deduplication=effectively-once, each with a "
            "producer's name of its own. Rows with publishing_id are written by one."
        ),
        standard="4",
        is_secret=False,
    ),
    Option(
        name="environmentId",
        argument="environment_id",
        section="tuning",
        form="text",
        limits=(),
        type="str",
        rule="must not be empty",
        saying="Stands at the head of the connection names that the broker's operators see.",
        standard="spark-rabbitmq-streams",
        is_secret=False,
    ),
    Option(
        name="environmentIdleTimeoutMs",
        argument="environment_idle_timeout_ms",
        section="tuning",
        form="whole number",
        limits=(0, 31536000000),
        type="int",
        rule="must be a whole number from 0 to 31536000000",
        saying="After how many milliseconds without a task connections are closed.",
        standard="30000",
        is_secret=False,
    ),
    Option(
        name="rpcTimeoutMs",
        argument="rpc_timeout_ms",
        section="tuning",
        form="whole number",
        limits=(100, 31536000000),
        type="int",
        rule="must be a whole number from 100 to 31536000000",
        saying="How many milliseconds the broker has for an answer.",
        standard="10000",
        is_secret=False,
    ),
    Option(
        name="requestedHeartbeatSeconds",
        argument="requested_heartbeat_seconds",
        section="tuning",
        form="whole number",
        limits=(1, 86400),
        type="int",
        rule="must be a whole number from 1 to 86400",
        saying="How many seconds of silence the connection bears before it counts as lost.",
        standard="60",
        is_secret=False,
    ),
    Option(
        name="locatorConnectionCount",
        argument="locator_connection_count",
        section="tuning",
        form="whole number",
        limits=(1, 100),
        type="int",
        rule="must be a whole number from 1 to 100",
        saying="Connections over which tasks look up where streams are; they take turns.",
        standard="1",
        is_secret=False,
    ),
    Option(
        name="forceReplicaForConsumers",
        argument="force_replica_for_consumers",
        section="tuning",
        form="true or false",
        limits=(),
        type="bool",
        rule="must be true or false",
        saying=(
            "Reads from replicas, and not from the leader of a stream, which is just asked what "
            "the stream holds. Where a stream has no replica now, its leader delivers it."
        ),
        standard="false",
        is_secret=False,
    ),
    Option(
        name="forceLeaderForProducers",
        argument="force_leader_for_producers",
        section="tuning",
        form="true or false",
        limits=(),
        type="bool",
        rule="must be true or false",
        saying=(
            "Writes to the leader of a stream only. Behind a load balancer, false takes any node "
            "that answers."
        ),
        standard="true",
        is_secret=False,
    ),
    Option(
        name="recoveryBackOffDelayPolicy",
        argument="recovery_back_off_delay_policy",
        section="tuning",
        form="pauses",
        limits=(),
        type="str",
        rule=(
            "must be one to three lengths of time separated by commas: the pause (5s), or the "
            "first pause and the later ones (5s,1s), or these and when to give up (5s,1s,10m); "
            "only a first pause of its own may be 0"
        ),
        saying="The pauses between attempts of a writer to connect again.",
        standard="5s",
        is_secret=False,
    ),
    Option(
        name="topologyUpdateBackOffDelayPolicy",
        argument="topology_update_back_off_delay_policy",
        section="tuning",
        form="pauses",
        limits=(),
        type="str",
        rule=(
            "must be one to three lengths of time separated by commas: the pause (5s), or the "
            "first pause and the later ones (5s,1s), or these and when to give up (5s,1s,10m); "
            "only a first pause of its own may be 0"
        ),
        saying=(
            "The pauses between attempts of a writer to find a stream again after its leader has "
            "moved."
        ),
        standard="5s,1s",
        is_secret=False,
    ),
    Option(
        name="maxProducersByConnection",
        argument="max_producers_by_connection",
        section="tuning",
        form="whole number",
        limits=(1, 256),
        type="int",
        rule="must be a whole number from 1 to 256",
        saying=(
            "Producers that share a connection, once there are as many connections as processors."
        ),
        standard="256",
        is_secret=False,
    ),
    Option(
        name="maxConsumersByConnection",
        argument="max_consumers_by_connection",
        section="tuning",
        form="whole number",
        limits=(1, 256),
        type="int",
        rule="must be a whole number from 1 to 256",
        saying="Consumers that share a connection.",
        standard="256",
        is_secret=False,
    ),
    Option(
        name="maxTrackingConsumersByConnection",
        argument="max_tracking_consumers_by_connection",
        section="tuning",
        form="whole number",
        limits=(1, 256),
        type="int",
        rule="must be a whole number from 1 to 256",
        saying=(
            "Without effect, and known for the sake of settings made for RabbitMQ's client: "
            "offsets are stored and looked up without consumers."
        ),
        standard="50",
        is_secret=False,
    ),
    Option(
        name="compressionCodecFactoryClass",
        argument="compression_codec_factory_class",
        section="tuning",
        form="class",
        limits=(),
        type="str",
        rule="must be the full name of a class, as in com.example.Orders",
        saying=(
            "A class that compresses and decompresses in place of the built-in codecs "
            "(org.sparkrabbit.extension.CompressionCodecs)."
        ),
        standard=None,
        is_secret=False,
    ),
)

RULES = (
    Rule(
        quantity="at most one",
        sentence="set either stream or superstream, and not both",
        conditions=(
            Condition("stream", ()),
            Condition("superstream", ()),
        ),
    ),
    Rule(
        quantity="at least one",
        sentence=(
            "set endpoints (as in 'rabbit-1:5552,rabbit-2:5552') or uris (as in "
            "'rabbitmq-stream://rabbit-1:5552')"
        ),
        conditions=(
            Condition("endpoints", ()),
            Condition("uris", ()),
        ),
    ),
    Rule(
        quantity="at most one",
        sentence=(
            "loadBalancer, addressMap and addressResolverClass are three ways to the same brokers; "
            "keep one"
        ),
        conditions=(
            Condition("loadBalancer", ("true",)),
            Condition("addressMap", ()),
            Condition("addressResolverClass", ()),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence="tls.truststorePassword is the password of tls.truststore, which is missing",
        conditions=(
            Condition("tls.truststorePassword", ()),
            Condition("tls.truststore", ()),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence="tls.keystorePassword is the password of tls.keystore, which is missing",
        conditions=(
            Condition("tls.keystorePassword", ()),
            Condition("tls.keystore", ()),
        ),
    ),
    Rule(
        quantity="all or none",
        sentence="tls.certificate and tls.privateKey belong together; set both or none",
        conditions=(
            Condition("tls.certificate", ()),
            Condition("tls.privateKey", ()),
        ),
    ),
    Rule(
        quantity="at most one",
        sentence=(
            "tls.truststore and tls.caCertificate and tls.trustAll each tell whom to trust; keep "
            "one"
        ),
        conditions=(
            Condition("tls.truststore", ()),
            Condition("tls.caCertificate", ()),
            Condition("tls.trustAll", ("true",)),
        ),
    ),
    Rule(
        quantity="at most one",
        sentence=(
            "tls.keystore and tls.certificate both give the client's own certificate; keep one"
        ),
        conditions=(
            Condition("tls.keystore", ()),
            Condition("tls.certificate", ()),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence="tls.caCertificate has a meaning only with tls=true or oauth2.tokenEndpoint",
        conditions=(
            Condition("tls.caCertificate", ()),
            Condition("tls", ("true",)),
            Condition("oauth2.tokenEndpoint", ()),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence="tls.certificate has a meaning only with tls=true",
        conditions=(
            Condition("tls.certificate", ()),
            Condition("tls", ("true",)),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence="tls.truststore has a meaning only with tls=true or oauth2.tokenEndpoint",
        conditions=(
            Condition("tls.truststore", ()),
            Condition("tls", ("true",)),
            Condition("oauth2.tokenEndpoint", ()),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence="tls.keystore has a meaning only with tls=true",
        conditions=(
            Condition("tls.keystore", ()),
            Condition("tls", ("true",)),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence="tls.trustAll has a meaning only with tls=true or oauth2.tokenEndpoint",
        conditions=(
            Condition("tls.trustAll", ("true",)),
            Condition("tls", ("true",)),
            Condition("oauth2.tokenEndpoint", ()),
        ),
    ),
    Rule(
        quantity="all or none",
        sentence=(
            "oauth2.tokenEndpoint, oauth2.clientId and oauth2.clientSecret belong together; set "
            "all or none"
        ),
        conditions=(
            Condition("oauth2.tokenEndpoint", ()),
            Condition("oauth2.clientId", ()),
            Condition("oauth2.clientSecret", ()),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence="oauth2.scope has a meaning only with oauth2.tokenEndpoint",
        conditions=(
            Condition("oauth2.scope", ()),
            Condition("oauth2.tokenEndpoint", ()),
        ),
    ),
    Rule(
        quantity="at most one",
        sentence="oauth2.clientId and username are two ways to log in; keep one",
        conditions=(
            Condition("oauth2.clientId", ()),
            Condition("username", ()),
        ),
    ),
    Rule(
        quantity="at most one",
        sentence="oauth2.clientId and password are two ways to log in; keep one",
        conditions=(
            Condition("oauth2.clientId", ()),
            Condition("password", ()),
        ),
    ),
    Rule(
        quantity="all or none",
        sentence="startingOffsets=offset and startingOffset belong together; set both or none",
        conditions=(
            Condition("startingOffsets", ("offset",)),
            Condition("startingOffset", ()),
        ),
    ),
    Rule(
        quantity="all or none",
        sentence=(
            "startingOffsets=timestamp and startingTimestamp belong together; set both or none"
        ),
        conditions=(
            Condition("startingOffsets", ("timestamp",)),
            Condition("startingTimestamp", ()),
        ),
    ),
    Rule(
        quantity="all or none",
        sentence="endingOffsets=offset and endingOffset belong together; set both or none",
        conditions=(
            Condition("endingOffsets", ("offset",)),
            Condition("endingOffset", ()),
        ),
    ),
    Rule(
        quantity="all or none",
        sentence="endingOffsets=timestamp and endingTimestamp belong together; set both or none",
        conditions=(
            Condition("endingOffsets", ("timestamp",)),
            Condition("endingTimestamp", ()),
        ),
    ),
    Rule(
        quantity="at most one",
        sentence=(
            "startingOffsets and startingOffsetsByTimestamp both tell where to begin; keep one"
        ),
        conditions=(
            Condition("startingOffsets", ()),
            Condition("startingOffsetsByTimestamp", ()),
        ),
    ),
    Rule(
        quantity="at most one",
        sentence="endingOffsets and endingOffsetsByTimestamp both tell where to end; keep one",
        conditions=(
            Condition("endingOffsets", ()),
            Condition("endingOffsetsByTimestamp", ()),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence=(
            "startingOffsetsByTimestampStrategy has a meaning only where a read begins at a time: "
            "with startingOffsets=timestamp or startingOffsetsByTimestamp"
        ),
        conditions=(
            Condition("startingOffsetsByTimestampStrategy", ()),
            Condition("startingOffsets", ("timestamp",)),
            Condition("startingOffsetsByTimestamp", ()),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence="maxTriggerDelay has a meaning only with minOffsetsPerTrigger",
        conditions=(
            Condition("maxTriggerDelay", ()),
            Condition("minOffsetsPerTrigger", ()),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence="singleActiveConsumer=true needs consumerName, by which queries know each other",
        conditions=(
            Condition("singleActiveConsumer", ("true",)),
            Condition("consumerName", ()),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence="filterMatchUnfiltered=true has a meaning only with filterValues",
        conditions=(
            Condition("filterMatchUnfiltered", ("true",)),
            Condition("filterValues", ()),
        ),
    ),
    Rule(
        quantity="at most one",
        sentence=(
            "compression packs several messages into one entry: set subEntrySize above 1, as in 100"
        ),
        conditions=(
            Condition("compression", ("gzip", "snappy", "lz4", "zstd")),
            Condition("subEntrySize", ("1",)),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence=(
            "producerName needs subEntrySize=1: the broker knows messages of a named producer one "
            "by one"
        ),
        conditions=(
            Condition("producerName", ()),
            Condition("subEntrySize", ("1",)),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence=(
            "deduplication=effectively-once needs subEntrySize=1: the broker knows messages of a "
            "named producer one by one"
        ),
        conditions=(
            Condition("deduplication", ("effectively-once",)),
            Condition("subEntrySize", ("1",)),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence="orderingColumns has a meaning only with deduplication=effectively-once",
        conditions=(
            Condition("orderingColumns", ()),
            Condition("deduplication", ("effectively-once",)),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence="deduplicationWriters has a meaning only with deduplication=effectively-once",
        conditions=(
            Condition("deduplicationWriters", ()),
            Condition("deduplication", ("effectively-once",)),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence="filterValuePath needs subEntrySize=1: the broker takes filter values one by one",
        conditions=(
            Condition("filterValuePath", ()),
            Condition("subEntrySize", ("1",)),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence=(
            "filterValueExtractorClass needs subEntrySize=1: the broker takes filter values one by "
            "one"
        ),
        conditions=(
            Condition("filterValueExtractorClass", ()),
            Condition("subEntrySize", ("1",)),
        ),
    ),
    Rule(
        quantity="at most one",
        sentence=(
            "filterValuePath and filterValueExtractorClass both give the filter value; keep one"
        ),
        conditions=(
            Condition("filterValuePath", ()),
            Condition("filterValueExtractorClass", ()),
        ),
    ),
    Rule(
        quantity="all or none",
        sentence="onDataError=deadLetter and deadLetterStream belong together; set both or none",
        conditions=(
            Condition("onDataError", ("deadLetter",)),
            Condition("deadLetterStream", ()),
        ),
    ),
    Rule(
        quantity="all or none",
        sentence="routingStrategy=custom and partitionerClass belong together; set both or none",
        conditions=(
            Condition("routingStrategy", ("custom",)),
            Condition("partitionerClass", ()),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence="hashFunctionClass has a meaning only with routingStrategy=hash",
        conditions=(
            Condition("hashFunctionClass", ()),
            Condition("routingStrategy", ("hash",)),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence="set createStream=true, or drop maxAge: it describes what a write creates",
        conditions=(
            Condition("maxAge", ()),
            Condition("createStream", ("true",)),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence="set createStream=true, or drop maxLengthBytes: it describes what a write creates",
        conditions=(
            Condition("maxLengthBytes", ()),
            Condition("createStream", ("true",)),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence=(
            "set createStream=true, or drop maxSegmentSizeBytes: it describes what a write creates"
        ),
        conditions=(
            Condition("maxSegmentSizeBytes", ()),
            Condition("createStream", ("true",)),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence="set createStream=true, or drop filterSize: it describes what a write creates",
        conditions=(
            Condition("filterSize", ()),
            Condition("createStream", ("true",)),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence=(
            "set createStream=true, or drop initialClusterSize: it describes what a write creates"
        ),
        conditions=(
            Condition("initialClusterSize", ()),
            Condition("createStream", ("true",)),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence="set createStream=true, or drop partitions: it describes what a write creates",
        conditions=(
            Condition("partitions", ()),
            Condition("createStream", ("true",)),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence="set createStream=true, or drop bindingKeys: it describes what a write creates",
        conditions=(
            Condition("bindingKeys", ()),
            Condition("createStream", ("true",)),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence=(
            "createStream=true needs stream or superstream: what rows name by themselves is not "
            "created"
        ),
        conditions=(
            Condition("createStream", ("true",)),
            Condition("stream", ()),
            Condition("superstream", ()),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence=(
            "set superstream instead of stream, or drop partitions: a plain stream has no "
            "partitions"
        ),
        conditions=(
            Condition("partitions", ()),
            Condition("superstream", ()),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence=(
            "set superstream instead of stream, or drop bindingKeys: a plain stream has no "
            "partitions"
        ),
        conditions=(
            Condition("bindingKeys", ()),
            Condition("superstream", ()),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence=(
            "createStream=true needs to know the partitions of a super stream: set partitions (as "
            "in 3), or bindingKeys (as in 'emea,apac')"
        ),
        conditions=(
            Condition("superstream", ()),
            Condition("createStream", ("false",)),
            Condition("partitions", ()),
            Condition("bindingKeys", ()),
        ),
    ),
    Rule(
        quantity="at most one",
        sentence="keep one of partitions and bindingKeys: both tell which partitions to create",
        conditions=(
            Condition("partitions", ()),
            Condition("bindingKeys", ()),
        ),
    ),
    Rule(
        quantity="first needs another",
        sentence=(
            "bindingKeys tell which rows a partition gets, and routingStrategy=hash does not ask "
            "them: set routingStrategy=key, or give partitions instead"
        ),
        conditions=(
            Condition("bindingKeys", ()),
            Condition("routingStrategy", ("key", "custom")),
        ),
    ),
)

RULES_OF_READS = (
    Rule(
        quantity="at least one",
        sentence="set stream or superstream: a read needs to be told what to read",
        conditions=(
            Condition("stream", ()),
            Condition("superstream", ()),
        ),
    ),
)
