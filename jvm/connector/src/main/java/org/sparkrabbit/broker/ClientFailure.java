package org.sparkrabbit.broker;

import com.rabbitmq.stream.Constants;
import com.rabbitmq.stream.StreamException;
import com.rabbitmq.stream.impl.ClientInternals;
import java.io.IOException;
import java.util.function.Supplier;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;

/** Says in our words what the client throws where a request on an open connection fails. */
final class ClientFailure {
  private ClientFailure() {}

  /** Runs a request; {@code what} tells what could not be done if it fails. */
  static <T> T translated(String what, Supplier<T> request) {
    try {
      return request.get();
    } catch (StreamException | IllegalStateException e) {
      ErrorCode code = codeOf(e);
      throw new RabbitStreamsException(
          code, "%s: %s. %s".formatted(what, text(e), remedy(code)), e);
    }
  }

  private static ErrorCode codeOf(RuntimeException e) {
    if (Thread.currentThread().isInterrupted()) {
      return ErrorCode.INTERRUPTED;
    }
    if (isAccessRefused(e)) {
      return ErrorCode.ACCESS_REFUSED;
    }
    boolean isLost =
        ClientInternals.isOfConnection(e) || Causes.of(e).anyMatch(IOException.class::isInstance);
    return isLost ? ErrorCode.BROKER_UNREACHABLE : ErrorCode.BROKER_REFUSED;
  }

  /** Looking up where a stream lives gives the code as text only. */
  private static boolean isAccessRefused(RuntimeException e) {
    return e instanceof StreamException refused
        ? refused.getCode() == Constants.RESPONSE_CODE_ACCESS_REFUSED
        : text(e).endsWith("response code: " + Constants.RESPONSE_CODE_ACCESS_REFUSED);
  }

  private static String text(RuntimeException e) {
    String text = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return text.strip().replaceAll("\\s+", " ").replaceFirst("\\.$", "");
  }

  private static String remedy(ErrorCode code) {
    return switch (code) {
      case ACCESS_REFUSED ->
          "Grant the user of the option username what is missing (rabbitmqctl set_permissions): the"
              + " permission read to read, and write to write.";
      case BROKER_UNREACHABLE ->
          "The connection to the broker is lost. Check that it runs and that the host and port that"
              + " it advertises can be reached from here, then try again.";
      case INTERRUPTED -> "The task was cancelled.";
      default -> "Check the broker's log, then try again.";
    };
  }
}
