package org.sparkrabbit.errors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorCodeTest {
  @ParameterizedTest
  @EnumSource(
      value = Category.class,
      names = {"CONFIG", "AUTH", "PERMISSION", "INTERNAL"})
  void what_the_user_must_mend_cannot_be_declared_retryable(Category category) {
    for (Retry retry : List.of(Retry.FAST, Retry.NORMAL, Retry.SLOW)) {
      assertThrows(IllegalArgumentException.class, () -> new Prognosis(category, retry));
    }
    assertEquals(Retry.NEVER, new Prognosis(category, Retry.NEVER).retry());
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void what_passes_by_itself_is_retryable(ErrorCode code) {
    switch (code.category()) {
      case CONFIG, AUTH, PERMISSION, INTERNAL -> assertFalse(code.isRetryable());
      case TRANSIENT_NETWORK, TRANSIENT_BROKER, RATE_LIMIT -> assertTrue(code.isRetryable());
      default -> {}
    }
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void cause_and_remedy_are_sentences(ErrorCode code) {
    for (String sentence : List.of(code.cause(), code.remedy())) {
      assertTrue(sentence.matches("[A-Z].*\\.") && !sentence.contains("  "), sentence);
    }
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void the_code_stands_at_the_head_of_the_message(ErrorCode code) {
    String message = new RabbitStreamsException(code, "What happened.").getMessage();
    assertTrue(message.startsWith("[RABBITMQ_STREAMS." + code.name() + "] What"), message);
  }

  @Test
  void both_types_of_exception_give_their_code() {
    List<Failure> failures =
        List.of(
            new InvalidOptionsException(List.of("one", "two")),
            new RabbitStreamsException(ErrorCode.DATA_LOSS, "What happened."));
    assertEquals(
        List.of(ErrorCode.INVALID_OPTIONS, ErrorCode.DATA_LOSS),
        failures.stream().map(Failure::code).toList());
    assertEquals(
        "[RABBITMQ_STREAMS.INVALID_OPTIONS] The options cannot be used:\n  - one\n  - two",
        failures.get(0).getMessage());
  }
}
