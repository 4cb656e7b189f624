package org.sparkrabbit.extension;

import java.time.Instant;

/** The AMQP 1.0 properties of a message. What is not set is null. */
public interface MessageProperties {
  String messageId();

  byte[] userId();

  String to();

  String subject();

  String replyTo();

  String correlationId();

  String contentType();

  String contentEncoding();

  Instant absoluteExpiryTime();

  Instant creationTime();

  String groupId();

  Long groupSequence();

  String replyToGroupId();
}
