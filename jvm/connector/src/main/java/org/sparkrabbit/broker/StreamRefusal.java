package org.sparkrabbit.broker;

import com.rabbitmq.stream.Constants;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Endpoint;

/** What a broker's refusal to serve a stream means. */
final class StreamRefusal {
  private StreamRefusal() {}

  /** The same of a writer. */
  static RabbitStreamsException ofWriter(short code, Endpoint node, String what, String stream) {
    return switch (code) {
      case Constants.RESPONSE_CODE_ACCESS_REFUSED ->
          new RabbitStreamsException(
              ErrorCode.ACCESS_REFUSED,
              ("The user may not write to the stream '%s'. Grant the user of the option username the"
                      + " permission write (rabbitmqctl set_permissions).")
                  .formatted(stream));
      case Constants.RESPONSE_CODE_PRECONDITION_FAILED ->
          new RabbitStreamsException(
              ErrorCode.BROKER_REFUSED,
              ("The broker at %s takes no producer for the stream '%s' now: it has an alarm (memory,"
                      + " disk; rabbitmq-diagnostics alarms shows it), or another producer of the same"
                      + " producerName. Wait until the alarm or that producer is gone.")
                  .formatted(node, stream));
      default -> of(code, node, what, stream);
    };
  }

  /** {@code what} goes on after "could not", as in "subscribe to the stream 'a'". */
  static RabbitStreamsException of(short code, Endpoint node, String what, String stream) {
    return switch (code) {
      case Constants.RESPONSE_CODE_STREAM_DOES_NOT_EXIST ->
          new RabbitStreamsException(
              ErrorCode.STREAM_NOT_FOUND,
              ("There is no stream '%s'. It was deleted a moment ago, or another virtual host has it."
                      + " Check the options stream and vhost, or create it again.")
                  .formatted(stream));
      case Constants.RESPONSE_CODE_ACCESS_REFUSED ->
          new RabbitStreamsException(
              ErrorCode.ACCESS_REFUSED,
              ("The user may not read the stream '%s'. Grant the user of the option username the"
                      + " permission read (rabbitmqctl set_permissions): to read it, and to write with"
                      + " producerName or deduplication=effectively-once.")
                  .formatted(stream));
      case Constants.RESPONSE_CODE_STREAM_NOT_AVAILABLE ->
          new RabbitStreamsException(
              ErrorCode.BROKER_REFUSED,
              ("The broker at %s has no member of the stream '%s' that could answer: it is starting,"
                      + " moving, or has lost its majority. Look at it with rabbitmq-streams"
                      + " stream_status, then try again.")
                  .formatted(node, stream));
      default ->
          new RabbitStreamsException(
              ErrorCode.BROKER_REFUSED,
              "The broker at %s could not %s: %s. Look into its log, then try again."
                  .formatted(node, what, "it answered with code " + code));
    };
  }
}
