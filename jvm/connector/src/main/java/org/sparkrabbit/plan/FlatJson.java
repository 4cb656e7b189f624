package org.sparkrabbit.plan;

import com.google.gson.JsonParseException;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import java.io.IOException;
import java.io.StringReader;
import java.util.Map;
import java.util.TreeMap;

/** Reads a JSON object whose values are texts or numbers, and which names nothing twice. */
public final class FlatJson {
  private FlatJson() {}

  /** The members in the order of their names. Throws IllegalArgumentException at anything else. */
  public static Map<String, String> parse(String text) {
    try (JsonReader json = new JsonReader(new StringReader(text))) {
      json.setStrictness(Strictness.STRICT);
      Map<String, String> members = new TreeMap<>();
      json.beginObject();
      while (json.hasNext()) {
        String name = json.nextName();
        if (members.put(name, value(json, name)) != null) {
          throw new IllegalArgumentException("it names " + name + " twice");
        }
      }
      json.endObject();
      if (json.peek() != JsonToken.END_DOCUMENT) {
        throw new IllegalArgumentException("something follows the object");
      }
      return members;
    } catch (MalformedJsonException | JsonParseException | IllegalStateException e) {
      throw new IllegalArgumentException("it is not a JSON object", e);
    } catch (IOException e) {
      throw new IllegalArgumentException("it ends too early", e);
    }
  }

  private static String value(JsonReader json, String name) throws IOException {
    JsonToken token = json.peek();
    if (token != JsonToken.NUMBER && token != JsonToken.STRING) {
      throw new IllegalArgumentException("the value of " + name + " is neither text nor number");
    }
    return json.nextString();
  }
}
