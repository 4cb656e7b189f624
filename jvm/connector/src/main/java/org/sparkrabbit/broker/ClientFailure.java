package org.sparkrabbit.broker;

import com.rabbitmq.stream.AuthenticationFailureException;
import com.rabbitmq.stream.Constants;
import com.rabbitmq.stream.StreamDoesNotExistException;
import com.rabbitmq.stream.StreamException;
import com.rabbitmq.stream.oauth2.OAuth2Exception;
import java.util.Optional;
import java.util.function.Supplier;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;

/** Says in our words what the client throws; it keeps some of its exceptions to itself. */
final class ClientFailure {
  private ClientFailure() {}

  /** Runs a call of the client; {@code what} tells what could not be done if it fails. */
  static <T> T translated(String what, Supplier<T> call) {
    try {
      return call.get();
    } catch (StreamException | IllegalStateException | OAuth2Exception e) {
      throw translate(what, e);
    }
  }

  private static RabbitStreamsException translate(String what, RuntimeException e) {
    return ours(e)
        .orElseGet(
            () -> {
              ErrorCode code = codeOf(e);
              return new RabbitStreamsException(code, describe(what, code, e), e);
            });
  }

  private static Optional<RabbitStreamsException> ours(RuntimeException e) {
    return Causes.of(e)
        .filter(RabbitStreamsException.class::isInstance)
        .map(RabbitStreamsException.class::cast)
        .findFirst();
  }

  private static String describe(String what, ErrorCode code, RuntimeException e) {
    return "%s: %s. %s".formatted(what, reason(code, e), remedy(code, e));
  }

  private static ErrorCode codeOf(RuntimeException e) {
    if (Thread.currentThread().isInterrupted()) {
      return ErrorCode.INTERRUPTED;
    }
    if (e instanceof StreamDoesNotExistException) {
      return ErrorCode.STREAM_NOT_FOUND;
    }
    if (e instanceof AuthenticationFailureException) {
      return ErrorCode.LOGIN_REFUSED;
    }
    if (isAccessRefused(e)) {
      return ErrorCode.ACCESS_REFUSED;
    }
    if (TlsRefusal.isIn(e)) {
      return ErrorCode.TLS_REFUSED;
    }
    if (e instanceof OAuth2Exception) {
      return ErrorCode.TOKEN_ENDPOINT_UNREACHABLE;
    }
    return switch (e.getClass().getSimpleName()) {
      case "LocatorNotAvailableException", "ConnectionStreamException", "TimeoutStreamException" ->
          ErrorCode.BROKER_UNREACHABLE;
      default -> ErrorCode.BROKER_REFUSED;
    };
  }

  /** Looking up where a stream lives gives the code as text only. */
  private static boolean isAccessRefused(RuntimeException e) {
    return e instanceof StreamException refused
        ? refused.getCode() == Constants.RESPONSE_CODE_ACCESS_REFUSED
        : text(e).endsWith("response code: " + Constants.RESPONSE_CODE_ACCESS_REFUSED);
  }

  private static String reason(ErrorCode code, RuntimeException e) {
    return code == ErrorCode.TLS_REFUSED ? TlsRefusal.of(e).told("the broker", e) : text(e);
  }

  private static String text(RuntimeException e) {
    String text = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return text.strip().replaceAll("\\s+", " ").replaceFirst("\\.$", "");
  }

  private static String remedy(ErrorCode code, RuntimeException e) {
    return switch (code) {
      case STREAM_NOT_FOUND ->
          "It was deleted a moment ago, or another virtual host has it. Check the options stream"
              + " and vhost, or create it again.";
      case LOGIN_REFUSED -> "Check the options username and password, or oauth2.*.";
      case ACCESS_REFUSED ->
          "Grant the user of the option username what is missing (rabbitmqctl set_permissions): the"
              + " permission read to read, and write to write.";
      case TLS_REFUSED -> TlsRefusal.of(e).remedy();
      case TOKEN_ENDPOINT_UNREACHABLE -> "Check the option oauth2.tokenEndpoint.";
      case BROKER_UNREACHABLE ->
          "The connection to the broker is lost. Check that it runs and that the host and port that"
              + " it advertises can be reached from here, then try again.";
      case INTERRUPTED -> "The task was cancelled.";
      default -> "Check the broker's log, then try again.";
    };
  }
}
