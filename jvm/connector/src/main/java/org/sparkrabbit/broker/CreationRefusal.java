package org.sparkrabbit.broker;

import com.rabbitmq.stream.Constants;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Endpoint;

/** What a broker's refusal to create a stream means. */
final class CreationRefusal {
  private CreationRefusal() {}

  static RabbitStreamsException ofStream(
      short code, Endpoint node, String stream, StreamArguments arguments) {
    return switch (code) {
      case Constants.RESPONSE_CODE_ACCESS_REFUSED ->
          new RabbitStreamsException(
              ErrorCode.ACCESS_REFUSED,
              ("The user may not create the stream '%s'. Grant the user of the option username the"
                      + " permission configure for that name (rabbitmqctl set_permissions), or create"
                      + " the stream first and drop createStream.")
                  .formatted(stream));
      case Constants.RESPONSE_CODE_PRECONDITION_FAILED ->
          new RabbitStreamsException(
              ErrorCode.CREATION_REFUSED,
              ("The broker at %s refuses to create the stream '%s' with %s. A queue of another type"
                      + " may have this name, the name may begin with amq., or the virtual host may"
                      + " have as many queues as it is allowed; the broker's log tells. Choose another"
                      + " name, or mend that.")
                  .formatted(node, stream, arguments));
      default -> StreamRefusal.of(code, node, "create the stream '" + stream + "'", stream);
    };
  }

  static RabbitStreamsException ofSuperStream(
      short code, Endpoint node, SuperStreamShape shape, StreamArguments arguments) {
    String name = shape.name();
    String example = shape.partitions().get(0);
    return switch (code) {
      case Constants.RESPONSE_CODE_ACCESS_REFUSED ->
          new RabbitStreamsException(
              ErrorCode.ACCESS_REFUSED,
              ("The user may not create the super stream '%s'. Grant the user of the option username"
                      + " (rabbitmqctl set_permissions) the permission configure for the exchange '%s'"
                      + " and for its partitions ('%s' and so on), read for the exchange, and write"
                      + " for the partitions; or create the super stream first and drop"
                      + " createStream.")
                  .formatted(name, name, example));
      case Constants.RESPONSE_CODE_STREAM_ALREADY_EXISTS ->
          new RabbitStreamsException(
              ErrorCode.CREATION_REFUSED,
              ("The broker at %s cannot create the super stream '%s': an exchange of this name, or a"
                      + " queue with the name of a partition ('%s' and so on), exists already, and"
                      + " they are no super stream together. Choose another name, or delete them.")
                  .formatted(node, name, example));
      case Constants.RESPONSE_CODE_PRECONDITION_FAILED ->
          new RabbitStreamsException(
              ErrorCode.CREATION_REFUSED,
              ("The broker at %s refuses to create the super stream '%s' with %s. The name may"
                      + " begin with amq., there may be more partitions than a super stream may have"
                      + " (1000, unless the broker is configured otherwise), or more queues than the"
                      + " virtual host is allowed; the broker's log tells. Choose another name or"
                      + " fewer partitions, or mend that.")
                  .formatted(node, name, shape.with(arguments)));
      default -> StreamRefusal.of(code, node, "create the super stream '" + name + "'", name);
    };
  }
}
