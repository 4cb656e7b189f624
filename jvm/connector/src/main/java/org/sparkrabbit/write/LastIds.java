package org.sparkrabbit.write;

import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/** What each stream remembered of a producer when its task came upon the stream; 0 for nothing. */
final class LastIds {
  private final ToLongFunction<String> question;
  private final Map<String, Long> answers = new HashMap<>();
  private long highest;

  LastIds(ToLongFunction<String> question) {
    this.question = question;
  }

  long in(String stream) {
    Long known = answers.get(stream);
    if (known != null) {
      return known;
    }
    long answer = question.applyAsLong(stream);
    answers.put(stream, answer);
    highest = Math.max(highest, answer);
    return answer;
  }

  /** Of a stream that was asked before. */
  boolean include(String stream, long id) {
    return id <= highest && id <= answers.get(stream);
  }
}
