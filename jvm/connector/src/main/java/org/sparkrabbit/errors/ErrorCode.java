package org.sparkrabbit.errors;

import static org.sparkrabbit.errors.Category.AUTH;
import static org.sparkrabbit.errors.Category.CONFIG;
import static org.sparkrabbit.errors.Category.DATA;
import static org.sparkrabbit.errors.Category.INTERNAL;
import static org.sparkrabbit.errors.Category.PERMISSION;
import static org.sparkrabbit.errors.Category.SCHEMA;
import static org.sparkrabbit.errors.Category.TRANSIENT_BROKER;
import static org.sparkrabbit.errors.Category.TRANSIENT_NETWORK;
import static org.sparkrabbit.errors.Retry.FAST;
import static org.sparkrabbit.errors.Retry.NEVER;
import static org.sparkrabbit.errors.Retry.NORMAL;
import static org.sparkrabbit.errors.Retry.SLOW;

/**
 * Every failure that a user can meet, with its cause and its remedy, in the order in which they are
 * documented. The names are stable: scripts may match on them.
 */
public enum ErrorCode {
  INVALID_OPTIONS(
      CONFIG,
      NEVER,
      "Options are missing, misspelt, removed or malformed, or contradict each other.",
      "The message lists all problems at once, each with the rule and the remedy."),

  SECRET_NOT_FOUND(
      CONFIG,
      NEVER,
      "An option refers to an environment variable that is not set, or to a file that cannot be"
          + " read, on the node that connects.",
      "Provide it for the driver and for every executor: spark.executorEnv.NAME sets a variable"
          + " there; a file must lie at the same path everywhere."),

  EXTENSION_UNUSABLE(
      CONFIG,
      NEVER,
      "A class that an option names cannot be loaded or made, or does not implement the interface"
          + " that the option asks for.",
      "Add its jar to driver and executors (--jars). The class and a constructor without arguments"
          + " must be public."),

  EXTENSION_FAILED(
      CONFIG,
      NEVER,
      "A class that an option names failed when it was called, or gave what cannot be used; the"
          + " message names the class and what it was asked for.",
      "Mend the class; the stack trace shows where it failed."),

  TLS_SETUP(
      CONFIG,
      NEVER,
      "A file or text of the options tls.* cannot be read, has another password, or holds something"
          + " else than the option needs, on the node that connects.",
      "The message names the option, the file and the reason. The file must lie at the same path for"
          + " the driver and for every executor."),

  BROKER_UNREACHABLE(
      TRANSIENT_NETWORK,
      NORMAL,
      "No stream listener answered for 15 seconds, in which the connector tried again and again, or"
          + " the connection was lost and did not come back.",
      "Check host and port: 5552, not 5672. Check that the plugin rabbitmq_stream is enabled, that"
          + " no firewall stands between, and that the hosts that the brokers advertise can be"
          + " reached."),

  ADVERTISED_HOST_UNREACHABLE(
      TRANSIENT_NETWORK,
      NORMAL,
      "A broker answered at one of the endpoints, and sent on to a host and port that do not answer:"
          + " that broker is down, or advertises what can be reached from its own network only.",
      "Let each broker advertise what driver and executors can reach (stream.advertised_host and"
          + " stream.advertised_port in rabbitmq.conf), or set loadBalancer=true or addressMap."),

  WRONG_PORT(
      CONFIG,
      NEVER,
      "What listens at the endpoint speaks AMQP or HTTP: it is the port of another listener of the"
          + " broker.",
      "Use the port of the stream listener: 5552, or 5551 with TLS, unless the broker is configured"
          + " otherwise."),

  TLS_REFUSED(
      AUTH,
      NEVER,
      "TLS was not agreed on: the certificate is not trusted, has expired or names another host; one"
          + " side speaks TLS and the other does not; or the broker asks for a certificate of the"
          + " client.",
      "The message says which. Check the port, tls.caCertificate or tls.truststore, and"
          + " tls.certificate or tls.keystore."),

  TOKEN_ENDPOINT_UNREACHABLE(
      TRANSIENT_NETWORK,
      NORMAL,
      "The OAuth 2 token endpoint did not answer, or with an error of its own.",
      "Check oauth2.tokenEndpoint, and that driver and executors can reach it."),

  TOKEN_REFUSED(
      AUTH,
      NEVER,
      "The OAuth 2 token endpoint gave the client no token.",
      "Check oauth2.clientId, oauth2.clientSecret and oauth2.scope, and that the client may use the"
          + " client credentials grant."),

  BROKER_TOO_OLD(
      CONFIG,
      NEVER,
      "The broker is older than RabbitMQ 3.11, or than what an option needs: filters, and creating"
          + " super streams, need 3.13.",
      "Upgrade the broker, or do without the option that the message names."),

  LOGIN_REFUSED(
      AUTH,
      NEVER,
      "The broker knows no such user, or the password is another. The user guest may by default"
          + " enter only from the broker's own machine.",
      "Check username and password, or add a user of your own (rabbitmqctl add_user)."),

  ACCESS_REFUSED(
      PERMISSION,
      NEVER,
      "The user is known, but may not enter the virtual host, or not read, write or create the"
          + " stream. A virtual host that does not exist looks the same.",
      "Check vhost, and the user's permissions (rabbitmqctl list_user_permissions): reading takes"
          + " the permission to read, writing the one to write, and creating the one to"
          + " configure."),

  STREAM_NOT_FOUND(
      CONFIG,
      NEVER,
      "There is no such stream, or super stream, in the virtual host; or it was deleted meanwhile. A"
          + " super stream is not a stream, nor the reverse. A user without any permission may see a"
          + " super stream as missing.",
      "Check stream or superstream, or the column stream of the row that the message names, and"
          + " vhost. Create what is missing, or let a write do it (createStream=true)."),

  CREATION_REFUSED(
      CONFIG,
      NEVER,
      "The broker does not create the stream, or super stream, that a write with createStream=true"
          + " asks for: something else has its name, the name is not allowed, or there would be too"
          + " many.",
      "Choose another name, or mend what the message and the broker's log name."),

  BROKER_REFUSED(
      TRANSIENT_BROKER,
      NORMAL,
      "The broker said no for a reason that has no code of its own; the message quotes it.",
      "Follow the quoted reason, and look into the broker's log."),

  SINK_SCHEMA(
      SCHEMA,
      NEVER,
      "The rows to write have a column that the sink does not know, lack one that it needs, or have"
          + " one of another type.",
      "The message lists all such columns, each with the cast to write."),

  APPEND_ONLY(
      CONFIG,
      NEVER,
      "The write was to replace what the stream holds: by the mode overwrite, or by the output mode"
          + " complete of a streaming query.",
      "A stream only grows: write with the mode append, or the output mode append. To begin anew,"
          + " delete the stream and create it again."),

  NO_MESSAGE_AT_TIME(
      DATA,
      NEVER,
      "A stream holds no message at or after the time where a read should begin, and"
          + " startingOffsetsByTimestampStrategy is error.",
      "Choose an earlier time, or startingOffsetsByTimestampStrategy=latest."),

  CHECKPOINT_UNUSABLE(
      CONFIG,
      NEVER,
      "The checkpoint of a streaming query belongs to another query, as it names other streams; or it"
          + " holds what neither Spark nor the connector wrote.",
      "Give each query a checkpointLocation of its own, and a new one when it shall read other"
          + " streams."),

  CHECKPOINT_UNREACHABLE(
      TRANSIENT_NETWORK,
      NORMAL,
      "The file system of the checkpoint refused to keep, or to give back, where the query begins.",
      "Check that the driver may read and write at checkpointLocation."),

  NO_PROGRESS(
      TRANSIENT_BROKER,
      SLOW,
      "Nothing arrived for maxWaitMs while a task was reading; no row was skipped. While planning:"
          + " the replicas of a stream have not confirmed its last chunk.",
      "Look at the broker's load, and whether most replicas run (rabbitmq-streams stream_status)."
          + " Raise maxWaitMs."),

  DATA_LOSS(
      DATA,
      NEVER,
      "Messages are gone that were not read yet: retention removed them; or the stream, or a partition"
          + " of the super stream, was deleted, and perhaps created again.",
      "Read sooner or faster, or raise max-age or max-length-bytes of the stream. With"
          + " failOnDataLoss=false the read goes on with what is left."),

  SUBSCRIPTION_CLOSED(
      TRANSIENT_BROKER,
      NORMAL,
      "The broker ended the delivery and could not be asked to go on, as when a stream moves to"
          + " other nodes.",
      "Check that the replicas of the stream run, then try again."),

  INCOMPLETE_CHUNK(
      DATA,
      NORMAL,
      "A chunk did not arrive whole: its checksum, its entries or their compression are wrong. The"
          + " message tells which.",
      "If it comes back at the same offset, the chunk is damaged on the broker: read the ranges"
          + " before and after it."),

  MALFORMED_MESSAGE(
      DATA,
      NEVER,
      "A message is not AMQP 1.0; the error names stream and offset.",
      "Find its publisher. A query that asks for no column of the message does not decode it."),

  INVALID_ROW(
      DATA,
      NEVER,
      "A row cannot become a message: value is null, routing_key is null in a super stream, or the"
          + " message is larger than a frame; its stream is another one, or null where rows name their"
          + " streams; or its publishing_id does not grow. The message says whether rows before it may be visible already.",
      "Filter or fill such rows, or let onDataError skip or keep them. A frame has 1 MiB, or less where stream.frame_max in rabbitmq.conf"
          + " says so."),

  NO_ROUTE(
      DATA,
      NEVER,
      "No partition of the super stream is bound with the routing_key of a row, with"
          + " routingStrategy=key; or the class of the option partitionerClass gave none for it.",
      "Bind a partition with the key, filter such rows out, or route by routingStrategy=hash; or let"
          + " onDataError skip or keep them."),

  AMBIGUOUS_ORDER(
      DATA,
      NEVER,
      "With deduplication=effectively-once, two rows of a batch are equal in all of orderingColumns:"
          + " which of them comes first might change when the batch is repeated.",
      "Name more columns, until no two rows of a batch are equal in them; where none tells them apart,"
          + " drop one of the rows. The message says how a batch that was begun goes on."),

  REPETITION_DIFFERS(
      DATA,
      NEVER,
      "With deduplication=effectively-once, the broker has rows of the query that the batch cannot"
          + " have written: options, columns, partitions or the rows themselves have changed since it"
          + " was begun; the checkpoint is older than the stream; or two queries share a producerName.",
      "The message tells which. Undo the change until the batch is done; give each query a"
          + " producerName of its own, and a new one with each new checkpoint."),

  NOT_CONFIRMED(
      TRANSIENT_BROKER,
      NORMAL,
      "The broker did not confirm every message: an alarm (memory, disk), a lost leader or"
          + " connection, a deleted stream. The error gives the counts and the first cause.",
      "Look into the broker's log. Writing again repeats what was confirmed: a write is at least"
          + " once."),

  INTERRUPTED(
      TRANSIENT_BROKER,
      FAST,
      "The task was cancelled, or the driver interrupted, while it waited.",
      "Nothing needs to be mended: somebody wanted it."),

  INTERNAL_FAILURE(
      INTERNAL, NEVER, "A bug in the connector.", "Please report it, with the stack trace.");

  private final Prognosis prognosis;
  private final String cause;
  private final String remedy;

  ErrorCode(Category category, Retry retry, String cause, String remedy) {
    this.prognosis = new Prognosis(category, retry);
    this.cause = cause;
    this.remedy = remedy;
  }

  public Category category() {
    return prognosis.category();
  }

  public Retry retry() {
    return prognosis.retry();
  }

  public boolean isRetryable() {
    return retry() != NEVER;
  }

  public String cause() {
    return cause;
  }

  public String remedy() {
    return remedy;
  }

  /** The form in which the code stands at the head of a message. */
  public String label() {
    return "[RABBITMQ_STREAMS." + name() + "]";
  }
}
