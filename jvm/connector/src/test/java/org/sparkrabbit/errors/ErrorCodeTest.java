package org.sparkrabbit.errors;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorCodeTest {
  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void what_the_user_must_mend_is_never_retried(ErrorCode code) {
    switch (code.category()) {
      case CONFIG, AUTH, PERMISSION, INTERNAL -> assertFalse(code.isRetryable());
      case TRANSIENT_NETWORK, TRANSIENT_BROKER, RATE_LIMIT -> assertTrue(code.isRetryable());
      default -> {}
    }
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void the_code_stands_at_the_head_of_the_message(ErrorCode code) {
    String message = new RabbitStreamsException(code, "What happened.").getMessage();
    assertTrue(message.startsWith("[RABBITMQ_STREAMS." + code.name() + "] What"), message);
  }
}
