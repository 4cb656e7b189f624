package org.sparkrabbit.extension;

import java.util.Map;

/**
 * A message as the connector's columns show it. It is valid only during the call that receives it:
 * copy what is to be kept. Parts are decoded when they are asked for.
 */
public interface Message {
  /** The body. The array is the caller's own. */
  byte[] value();

  /** All properties; those that are not set are null. */
  MessageProperties properties();

  /** Empty if the message has none. Values are text, as in the column of this name. */
  Map<String, String> applicationProperties();

  /** Empty if the message has none. Values are text, as in the column of this name. */
  Map<String, String> messageAnnotations();
}
