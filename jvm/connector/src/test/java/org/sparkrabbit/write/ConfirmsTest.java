package org.sparkrabbit.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.rabbitmq.stream.ConfirmationStatus;
import com.rabbitmq.stream.Constants;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.sparkrabbit.broker.OutgoingMessage;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.errors.WriteStage;
import org.sparkrabbit.metrics.WriteMetrics;
import org.sparkrabbit.options.TableSettings;

class ConfirmsTest {
  private static final TableSettings SETTINGS =
      TableSettings.of(
          Map.of(
              "stream", "orders",
              "endpoints", "localhost",
              "publisherConfirmTimeoutMs", "1000",
              "enqueueTimeoutMs", "50",
              "maxInFlight", "2"));

  private final OutgoingMessage message = new OutgoingMessage(new byte[10], null);
  private final Confirms confirms =
      new Confirms(SETTINGS.target(), SETTINGS.writing(), new WriteMetrics());

  private void confirm() {
    confirms.handle(new ConfirmationStatus(message, true, Constants.RESPONSE_CODE_OK));
  }

  private void refuse(short code) {
    confirms.handle(new ConfirmationStatus(message, false, code));
  }

  private RabbitStreamsException failure(Runnable action) {
    RabbitStreamsException failure = assertThrows(RabbitStreamsException.class, action::run);
    assertEquals(ErrorCode.NOT_CONFIRMED, failure.code());
    assertEquals(Optional.of(WriteStage.AWAITING_CONFIRMS), failure.writeStage());
    return failure;
  }

  private static void assertSays(String words, RabbitStreamsException failure) {
    assertTrue(failure.getMessage().contains(words), failure.getMessage());
  }

  @Test
  void all_is_confirmed_when_every_copy_is() {
    confirms.expect(message, 2);
    confirm();
    assertSays(
        "Of 2 messages sent to stream=orders the broker confirmed 1; the first cause: no answer"
            + " within 1000 ms",
        failure(confirms::awaitAll));
    confirm();
    confirms.awaitAll();
  }

  @Test
  void a_row_waits_for_room_and_no_longer_than_the_option_says() {
    confirms.expect(message, 1);
    confirms.expect(message, 1);
    assertSays("no answer within 50 ms", failure(() -> confirms.expect(message, 1)));
    confirm();
    confirm();
    confirms.expect(message, 1);
  }

  @Test
  void a_message_with_more_copies_than_may_be_on_their_way_goes_alone() {
    confirms.expect(message, 5);
    for (int copy = 0; copy < 5; copy++) {
      confirm();
    }
    confirms.awaitAll();
  }

  @Test
  void a_refusal_is_told_at_the_next_row_and_at_the_end() {
    confirms.expect(message, 1);
    refuse(Constants.CODE_PRODUCER_NOT_AVAILABLE);
    assertSays("the connection to its leader was lost", failure(() -> confirms.expect(message, 1)));
    assertSays("the broker confirmed 0", failure(confirms::awaitAll));
  }

  @Test
  void what_is_given_up_is_not_waited_for() {
    confirms.expect(message, 1);
    confirms.giveUp("the stream was deleted");
    assertSays("the first cause: the stream was deleted", failure(confirms::awaitAll));
  }

  @Test
  void a_producer_that_closes_when_all_is_confirmed_does_no_harm() {
    confirms.expect(message, 1);
    confirm();
    confirms.giveUp("the stream was deleted");
    confirms.awaitAll();
  }
}
