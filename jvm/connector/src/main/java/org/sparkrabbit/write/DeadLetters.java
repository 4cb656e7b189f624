package org.sparkrabbit.write;

import java.util.LinkedHashMap;
import java.util.Map;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.rows.DeadLetterWriter;
import org.sparkrabbit.rows.EncodedMessage;
import org.sparkrabbit.rows.SinkRow;

/** Keeps rows that cannot be written in a stream of their own, with the reasons. */
final class DeadLetters {
  /** The way to that stream, which waits for confirms as for those of other messages. */
  interface Box {
    /** The bytes that a message may have. */
    int largestMessage();

    void put(EncodedMessage letter);
  }

  private final DeadLetterWriter letter = new DeadLetterWriter();
  private final TaskAttempt attempt;
  private final Progress progress;
  private final Box box;

  DeadLetters(TaskAttempt attempt, Progress progress, Box box) {
    this.attempt = attempt;
    this.progress = progress;
    this.box = box;
  }

  void keep(SinkRow row, ErrorCode code, String reason) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("code", code.name());
    facts.put("reason", reason);
    facts.put("target", progress.target().toString());
    facts.putAll(attempt.facts());
    facts.put("row", String.valueOf(progress.rows()));
    letter.encode(row, facts, box.largestMessage());
    box.put(letter);
    progress.sent();
  }
}
