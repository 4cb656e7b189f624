package org.sparkrabbit.rows;

import java.time.Instant;
import org.sparkrabbit.extension.MessageProperties;

/** The AMQP properties as objects of Java, one for each {@link PropertyField}, null if not set. */
record PropertyValues(Object[] values) implements MessageProperties {
  PropertyValues() {
    this(new Object[PropertyField.ALL.size()]);
  }

  void set(PropertyField field, Object value) {
    values[field.ordinal()] = value;
  }

  private Object value(PropertyField field) {
    return values[field.ordinal()];
  }

  @Override
  public String messageId() {
    return (String) value(PropertyField.MESSAGE_ID);
  }

  @Override
  public byte[] userId() {
    return (byte[]) value(PropertyField.USER_ID);
  }

  @Override
  public String to() {
    return (String) value(PropertyField.TO);
  }

  @Override
  public String subject() {
    return (String) value(PropertyField.SUBJECT);
  }

  @Override
  public String replyTo() {
    return (String) value(PropertyField.REPLY_TO);
  }

  @Override
  public String correlationId() {
    return (String) value(PropertyField.CORRELATION_ID);
  }

  @Override
  public String contentType() {
    return (String) value(PropertyField.CONTENT_TYPE);
  }

  @Override
  public String contentEncoding() {
    return (String) value(PropertyField.CONTENT_ENCODING);
  }

  @Override
  public Instant absoluteExpiryTime() {
    return (Instant) value(PropertyField.ABSOLUTE_EXPIRY_TIME);
  }

  @Override
  public Instant creationTime() {
    return (Instant) value(PropertyField.CREATION_TIME);
  }

  @Override
  public String groupId() {
    return (String) value(PropertyField.GROUP_ID);
  }

  @Override
  public Long groupSequence() {
    return (Long) value(PropertyField.GROUP_SEQUENCE);
  }

  @Override
  public String replyToGroupId() {
    return (String) value(PropertyField.REPLY_TO_GROUP_ID);
  }
}
