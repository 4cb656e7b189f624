package com.example.broken;

import java.util.List;
import org.sparkrabbit.extension.FilterValueExtractor;
import org.sparkrabbit.extension.HashFunction;
import org.sparkrabbit.extension.Message;
import org.sparkrabbit.extension.Partitioner;
import org.sparkrabbit.extension.PostFilter;
import org.sparkrabbit.extension.ReceivedMessage;
import org.sparkrabbit.extension.Routes;
import org.sparkrabbit.extension.SentMessage;

/** Does what the body of a message asks for, and fails at the body {@code throw}. */
public final class Clumsy implements Partitioner, HashFunction, FilterValueExtractor, PostFilter {
  @Override
  public List<String> partitions(SentMessage message, Routes routes) {
    String first = routes.partitions().get(0);
    return switch (body(message)) {
      case "null" -> null;
      case "none" -> List.of();
      case "elsewhere" -> List.of("elsewhere");
      case "twice" -> List.of(first, first);
      default -> List.of(first);
    };
  }

  @Override
  public int hash(String routingKey) {
    throw new IllegalStateException("cannot hash " + routingKey);
  }

  @Override
  public String filterValue(SentMessage message) {
    return body(message);
  }

  @Override
  public boolean accepts(ReceivedMessage message) {
    return !body(message).isEmpty();
  }

  private static String body(Message message) {
    String body = new String(message.value());
    if (body.equals("throw")) {
      throw new IllegalStateException("boom");
    }
    if (body.equals("assert")) {
      throw new AssertionError("impossible");
    }
    return body;
  }
}
