package org.sparkrabbit.write;

import java.util.Map;
import java.util.function.Function;
import org.sparkrabbit.extension.FilterValueExtractor;
import org.sparkrabbit.extension.MessageProperties;
import org.sparkrabbit.extension.SentMessage;
import org.sparkrabbit.options.FilterPath;
import org.sparkrabbit.options.WriteSettings;

/** Finds the value by which consumers may filter a row's message, or null for none. */
interface FilterValues extends Function<SentMessage, String> {
  /** The properties that {@link FilterPath} allows. */
  Map<String, Function<MessageProperties, String>> PROPERTIES =
      Map.of(
          "message_id", MessageProperties::messageId,
          "to", MessageProperties::to,
          "subject", MessageProperties::subject,
          "reply_to", MessageProperties::replyTo,
          "correlation_id", MessageProperties::correlationId,
          "content_type", MessageProperties::contentType,
          "content_encoding", MessageProperties::contentEncoding,
          "group_id", MessageProperties::groupId,
          "reply_to_group_id", MessageProperties::replyToGroupId);

  static FilterValues of(WriteSettings settings, WriteExtensions extensions) {
    if (settings.filterPath() != null) {
      return at(settings.filterPath());
    }
    UserCode<FilterValueExtractor> extractor = extensions.filterValueExtractor();
    return extractor == null
        ? message -> null
        : message -> extractor.ask(code -> code.filterValue(message));
  }

  private static FilterValues at(FilterPath path) {
    return switch (path.section()) {
      case "application_properties" -> message -> message.applicationProperties().get(path.name());
      case "message_annotations" -> message -> message.messageAnnotations().get(path.name());
      default -> {
        Function<MessageProperties, String> property = PROPERTIES.get(path.name());
        yield message -> property.apply(message.properties());
      }
    };
  }
}
