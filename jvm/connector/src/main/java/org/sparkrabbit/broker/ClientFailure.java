package org.sparkrabbit.broker;

import com.rabbitmq.stream.AuthenticationFailureException;
import com.rabbitmq.stream.Constants;
import com.rabbitmq.stream.StreamDoesNotExistException;
import com.rabbitmq.stream.StreamException;
import java.util.function.Supplier;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;

/** Says in our words what the client throws; it keeps some of its exceptions to itself. */
public final class ClientFailure {
  private ClientFailure() {}

  /** Runs a call of the client; {@code what} tells what could not be done if it fails. */
  public static <T> T translated(String what, Supplier<T> call) {
    try {
      return call.get();
    } catch (StreamException | IllegalStateException e) {
      throw translate(what, e);
    }
  }

  /** {@code what} names the thing that could not be done, as in "The stream 'a' cannot be read". */
  public static RabbitStreamsException translate(String what, RuntimeException e) {
    ErrorCode code = codeOf(e);
    return new RabbitStreamsException(
        code, "%s: %s. %s".formatted(what, reason(e), remedy(code)), e);
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
        : reason(e).endsWith("response code: " + Constants.RESPONSE_CODE_ACCESS_REFUSED);
  }

  private static String reason(RuntimeException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  private static String remedy(ErrorCode code) {
    return switch (code) {
      case STREAM_NOT_FOUND -> "Was it deleted? Create it, or change the option stream.";
      case LOGIN_REFUSED -> "Check the options username and password.";
      case ACCESS_REFUSED ->
          "Grant the user the permission: read to read, write to write (rabbitmqctl"
              + " set_permissions).";
      case BROKER_UNREACHABLE ->
          "The connection to the broker is lost. Check that it runs and that the host and port that"
              + " it advertises can be reached from here, then try again.";
      case INTERRUPTED -> "The task was cancelled.";
      default -> "Check the broker's log, then try again.";
    };
  }
}
