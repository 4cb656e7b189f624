package org.sparkrabbit.plan;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The next offset to read of each stream: what a checkpoint remembers. */
public record StreamOffsets(SortedMap<String, Long> next) {
  public StreamOffsets {
    next = Collections.unmodifiableSortedMap(new TreeMap<>(next));
    next.forEach(
        (stream, offset) -> {
          if (offset < 0) {
            throw new IllegalArgumentException(
                "the offset of %s is negative: %d".formatted(stream, offset));
          }
        });
  }

  /** Reads what {@link #json} wrote. Throws IllegalArgumentException at anything else. */
  public static StreamOffsets parse(String json) {
    SortedMap<String, Long> next = new TreeMap<>();
    for (Map.Entry<String, String> member : FlatJson.parse(json).entrySet()) {
      try {
        next.put(member.getKey(), Long.parseLong(member.getValue()));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "the offset of %s is no whole number: %s".formatted(member.getKey(), member.getValue()),
            e);
      }
    }
    return new StreamOffsets(next);
  }

  /** Names in their order, without spaces: equal offsets give equal texts. */
  public String json() {
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(text)) {
      json.beginObject();
      for (Map.Entry<String, Long> stream : next.entrySet()) {
        json.name(stream.getKey()).value(stream.getValue());
      }
      json.endObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
