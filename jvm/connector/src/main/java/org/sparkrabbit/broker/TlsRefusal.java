package org.sparkrabbit.broker;

import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.function.Predicate;
import javax.net.ssl.SSLException;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;

/** Why two sides did not agree on encryption. */
enum TlsRefusal {
  NO_TLS(
      "does not speak TLS",
      "Check the port (5551 is usual with TLS, 5552 without), and that rabbitmq.conf has"
          + " stream.listeners.ssl."),
  EXPIRED(
      "has a certificate that has expired",
      "Renew it. If it has not, check the clock of this machine."),
  NOT_YET_VALID(
      "has a certificate that is not valid yet", "Check the clock of this machine, and its dates."),
  OTHER_HOST(
      "has a certificate for another host",
      "Connect by a name that the certificate has among its subject alternative names, or renew it"
          + " with this one. tls.hostnameVerification=false does without the check."),
  UNTRUSTED(
      "has a certificate that is not signed by anybody whom we trust",
      "Give the certificate of its authority as tls.caCertificate (PEM) or in tls.truststore (JKS,"
          + " PKCS12)."),
  REFUSED_BY_OTHER_SIDE(
      "ended the handshake",
      "If it asks for a certificate of the client, give tls.certificate and tls.privateKey, or"
          + " tls.keystore, signed by an authority that it trusts. Its log tells more."),
  OTHER("could not agree on TLS with us", "The log of the other side tells more.");

  private final String what;
  private final String remedy;

  TlsRefusal(String what, String remedy) {
    this.what = what;
    this.remedy = remedy;
  }

  static TlsRefusal of(Throwable failure) {
    if (any(failure, NotSslRecordException.class::isInstance)
        || says(failure, "Unsupported or unrecognized SSL message")) {
      return NO_TLS;
    }
    if (any(failure, CertificateExpiredException.class::isInstance)) {
      return EXPIRED;
    }
    if (any(failure, CertificateNotYetValidException.class::isInstance)) {
      return NOT_YET_VALID;
    }
    if (any(failure, TlsRefusal::isPath)) {
      return UNTRUSTED;
    }
    if (any(failure, CertificateException.class::isInstance)) {
      return OTHER_HOST;
    }
    return says(failure, "fatal alert") ? REFUSED_BY_OTHER_SIDE : OTHER;
  }

  /** False for a connection that broke, or took too long, while TLS was being agreed on. */
  static boolean isIn(Throwable failure) {
    return any(failure, SSLException.class::isInstance)
        && !any(failure, SslHandshakeTimeoutException.class::isInstance)
        && !any(failure, java.io.EOFException.class::isInstance)
        && !any(failure, java.net.SocketException.class::isInstance)
        && !says(failure, "closed");
  }

  RabbitStreamsException exception(String whom, Throwable cause) {
    return new RabbitStreamsException(
        ErrorCode.TLS_REFUSED,
        "No encrypted connection: %s %s (%s). %s"
            .formatted(whom, what, Causes.deepest(cause), remedy),
        cause);
  }

  private static boolean isPath(Throwable failure) {
    return failure instanceof CertPathBuilderException
        || failure instanceof CertPathValidatorException;
  }

  private static boolean says(Throwable failure, String words) {
    return any(failure, e -> e.getMessage() != null && e.getMessage().contains(words));
  }

  private static boolean any(Throwable failure, Predicate<Throwable> holds) {
    return Causes.of(failure).anyMatch(holds);
  }
}
