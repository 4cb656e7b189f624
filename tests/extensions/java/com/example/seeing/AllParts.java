package com.example.seeing;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.sparkrabbit.extension.PostFilter;
import org.sparkrabbit.extension.ReceivedMessage;

/** Accepts a message whose parts all say yes. */
public final class AllParts implements PostFilter {
  @Override
  public boolean accepts(ReceivedMessage message) {
    return Stream.of(
            new String(message.value(), StandardCharsets.UTF_8),
            message.properties().subject(),
            message.messageAnnotations().get("part"),
            message.applicationProperties().get("part"))
        .allMatch("yes"::equals);
  }
}
