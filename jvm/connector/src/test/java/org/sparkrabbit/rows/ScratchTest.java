package org.sparkrabbit.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ScratchTest {
  private final Scratch scratch = new Scratch();

  private String text() {
    return new String(scratch.bytes(), 0, scratch.length(), StandardCharsets.US_ASCII);
  }

  /** Those around which the number of digits, of bits, or the sign changes. */
  private static LongStream numbers() {
    LongStream tens = LongStream.iterate(1, power -> power * 10).limit(19);
    LongStream bits = LongStream.iterate(1, power -> power << 1).limit(64);
    return LongStream.concat(tens, bits)
        .flatMap(near -> LongStream.of(near - 1, near, near + 1, near + 5, near / 7))
        .flatMap(number -> LongStream.of(number, -number));
  }

  @Test
  void numbers_are_written_as_java_does() {
    numbers()
        .forEach(
            number -> {
              scratch.clear();
              scratch.number(number);
              scratch.put(' ');
              scratch.unsigned(number);
              assertEquals(number + " " + Long.toUnsignedString(number), text());
            });
  }
}
