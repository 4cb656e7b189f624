package org.sparkrabbit.options;

import java.io.Serializable;
import java.util.Set;

/** Where a message has its filter value: a section, and a name in it. */
public record FilterPath(String section, String name) implements Serializable {
  private static final Set<String> MAPS = Set.of("application_properties", "message_annotations");
  private static final Set<String> TEXT_PROPERTIES =
      Set.of(
          "message_id",
          "to",
          "subject",
          "reply_to",
          "correlation_id",
          "content_type",
          "content_encoding",
          "group_id",
          "reply_to_group_id");

  static FilterPath parse(String text) {
    String trimmed = text.trim();
    int dot = trimmed.indexOf('.');
    Kind.required(dot > 0 && dot < trimmed.length() - 1, trimmed);
    FilterPath path = new FilterPath(trimmed.substring(0, dot), trimmed.substring(dot + 1));
    boolean isProperty = path.section.equals("properties") && TEXT_PROPERTIES.contains(path.name);
    return Kind.required(MAPS.contains(path.section) || isProperty, path);
  }
}
