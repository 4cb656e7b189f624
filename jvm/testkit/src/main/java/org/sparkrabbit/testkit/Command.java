package org.sparkrabbit.testkit;

import java.util.HashMap;
import java.util.Map;

/** One line of the form {@code verb key=value key=value}. */
record Command(String verb, Map<String, String> arguments) {

  static Command parse(String line) {
    String[] words = line.strip().split("\\s+");
    Map<String, String> arguments = new HashMap<>();
    for (int i = 1; i < words.length; i++) {
      int equals = words[i].indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("Write '" + words[i] + "' as key=value.");
      }
      arguments.put(words[i].substring(0, equals), words[i].substring(equals + 1));
    }
    return new Command(words[0], Map.copyOf(arguments));
  }

  String text(String key) {
    String value = arguments.get(key);
    if (value == null) {
      throw new IllegalArgumentException("Command '" + verb + "' needs " + key + "=….");
    }
    return value;
  }

  String text(String key, String otherwise) {
    return arguments.getOrDefault(key, otherwise);
  }

  long number(String key) {
    long value = Long.parseLong(text(key));
    if (value < 1) {
      throw new IllegalArgumentException(key + " must be 1 or more, and is " + value + ".");
    }
    return value;
  }

  /** A number that is 0 where none is given. */
  int count(String key) {
    return arguments.containsKey(key) ? Math.toIntExact(number(key)) : 0;
  }

  IllegalArgumentException unknown(String... verbs) {
    return new IllegalArgumentException(
        "Unknown command '" + verb + "'; known are " + String.join(", ", verbs) + ".");
  }
}
