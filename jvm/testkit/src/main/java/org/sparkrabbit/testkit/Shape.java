package org.sparkrabbit.testkit;

import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.MessageBuilder;

/** What a published message holds beside its body. */
enum Shape {
  PLAIN {
    @Override
    Message message(MessageBuilder builder, byte[] body, long index) {
      return builder.addData(body).build();
    }
  },

  PROPERTIES {
    @Override
    Message message(MessageBuilder builder, byte[] body, long index) {
      return builder
          .properties()
          .messageId(index)
          .correlationId("order-" + index)
          .contentType("application/json")
          .subject("orders")
          .creationTime(EPOCH_MILLIS + index)
          .messageBuilder()
          .applicationProperties()
          .entry("region", "europe")
          .entry("attempt", 1)
          .entry("customer", index)
          .messageBuilder()
          .addData(body)
          .build();
    }
  },

  KEYED {
    @Override
    Message message(MessageBuilder builder, byte[] body, long index) {
      return builder
          .applicationProperties()
          .entry(KEY, "customer-" + index % KEYS)
          .messageBuilder()
          .addData(body)
          .build();
    }
  };

  private static final String KEY = "routing_key";
  private static final int KEYS = 10_000;
  private static final long EPOCH_MILLIS = 1_700_000_000_000L;

  abstract Message message(MessageBuilder builder, byte[] body, long index);

  static String key(Message message) {
    return (String) message.getApplicationProperties().get(KEY);
  }
}
