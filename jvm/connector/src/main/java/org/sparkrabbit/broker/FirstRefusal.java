package org.sparkrabbit.broker;

import com.rabbitmq.stream.StreamException;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Access;
import org.sparkrabbit.options.Endpoint;
import org.sparkrabbit.options.Login;

/** What is said of an endpoint that does not let us in. */
record FirstRefusal(Access access, Endpoint endpoint) {
  RabbitStreamsException tooOld(String version) {
    return new RabbitStreamsException(
        ErrorCode.BROKER_TOO_OLD,
        ("The broker at %s is RabbitMQ %s; reading and writing streams needs %s or later."
                + " Upgrade the broker.")
            .formatted(endpoint, version, BrokerVersion.OLDEST_SUPPORTED));
  }

  RabbitStreamsException ofLogin(StreamException cause) {
    return access.login() instanceof Login.ClientCredentials
        ? tokenRefused(cause)
        : passwordRefused(cause);
  }

  private RabbitStreamsException passwordRefused(StreamException cause) {
    return new RabbitStreamsException(
        ErrorCode.LOGIN_REFUSED,
        ("The broker at %s refused the login of the user %s. Check the options username and"
                + " password, and that the user exists there (rabbitmqctl list_users). The user"
                + " guest may log in from the broker's own machine only, unless the broker is"
                + " configured otherwise.")
            .formatted(endpoint, access.login().shown()),
        cause);
  }

  private RabbitStreamsException tokenRefused(StreamException cause) {
    return new RabbitStreamsException(
        ErrorCode.LOGIN_REFUSED,
        ("The broker at %s refused the token %s. Check that its plugin"
                + " rabbitmq_auth_backend_oauth2 is enabled and among auth_backends, and that it"
                + " knows the token's key and audience (auth_oauth2.resource_server_id).")
            .formatted(endpoint, access.login().shown()),
        cause);
  }

  RabbitStreamsException ofWayToLogIn(IllegalStateException cause) {
    return new RabbitStreamsException(
        ErrorCode.LOGIN_REFUSED,
        ("The broker at %s does not let users log in by the mechanism PLAIN, which is the one that"
                + " passwords and tokens take (%s). Allow it beside the others: auth_mechanisms.1 ="
                + " PLAIN in rabbitmq.conf.")
            .formatted(endpoint, cause.getMessage()),
        cause);
  }

  RabbitStreamsException of(StreamException failure, Handshake handshake) {
    Throwable encryption = handshake.failure() == null ? failure : handshake.failure();
    if (TlsRefusal.isIn(encryption)) {
      return TlsRefusal.of(encryption).exception("the broker at " + endpoint, encryption);
    }
    if (handshake.wantsTls()) {
      return new RabbitStreamsException(
          ErrorCode.TLS_REFUSED,
          ("The port %s speaks TLS only. Set the option tls to true, or connect to the port without"
                  + " TLS (5552 is usual).")
              .formatted(endpoint),
          failure);
    }
    if (handshake.otherProtocol() != null) {
      return new RabbitStreamsException(
          ErrorCode.WRONG_PORT,
          ("What listens at %s speaks %s, and not the stream protocol. Set the port of the stream"
                  + " listener in the option endpoints (5552 is usual, not 5672 or 15672), and check"
                  + " that the plugin rabbitmq_stream is enabled.")
              .formatted(endpoint, handshake.otherProtocol()),
          failure);
    }
    return isVirtualHostRefused(failure) ? virtualHostRefused(failure) : unreachable(encryption);
  }

  /** The client gives this code as text only. */
  private static boolean isVirtualHostRefused(StreamException e) {
    return e.getMessage() != null && e.getMessage().contains("VIRTUAL_HOST_ACCESS_FAILURE");
  }

  private RabbitStreamsException virtualHostRefused(StreamException cause) {
    return new RabbitStreamsException(
        ErrorCode.ACCESS_REFUSED,
        ("The broker at %s let the user %s in, but not into the virtual host '%s': it does not exist,"
                + " or the user has no permissions there. Check the option vhost (rabbitmqctl"
                + " list_vhosts), and grant permissions (rabbitmqctl set_permissions).")
            .formatted(endpoint, access.login().shown(), access.virtualHost()),
        cause);
  }

  private RabbitStreamsException unreachable(Throwable cause) {
    String port =
        access.isEncrypted()
            ? "it must be a port with TLS, usually 5551"
            : "the stream protocol listens at 5552 by default, not at 5672";
    String others =
        access.endpoints().size() == 1 ? "" : " All endpoints: " + access.describeEndpoints() + ".";
    return new RabbitStreamsException(
        ErrorCode.BROKER_UNREACHABLE,
        ("No RabbitMQ stream listener answered at %s (%s).%s Check host and port (%s),"
                + " that the plugin rabbitmq_stream is enabled, and that no firewall stands"
                + " between.")
            .formatted(endpoint, Causes.deepest(cause), others, port),
        cause);
  }
}
