package org.sparkrabbit.broker;

import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.Properties;
import java.util.Map;

/** A message that the client carries without looking inside: rows are made of bytes by us. */
abstract class OpaqueMessage implements Message {
  @Override
  public boolean hasPublishingId() {
    return false;
  }

  @Override
  public long getPublishingId() {
    return 0;
  }

  @Override
  public final byte[] getBodyAsBinary() {
    throw sealed();
  }

  @Override
  public final Object getBody() {
    throw sealed();
  }

  @Override
  public final Properties getProperties() {
    throw sealed();
  }

  @Override
  public final Map<String, Object> getApplicationProperties() {
    throw sealed();
  }

  @Override
  public final Map<String, Object> getMessageAnnotations() {
    throw sealed();
  }

  private static UnsupportedOperationException sealed() {
    return new UnsupportedOperationException("The connector reads messages from their bytes only");
  }
}
