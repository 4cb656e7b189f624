package org.sparkrabbit.broker;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.TlsSettings;

/** How connections are encrypted: whom we trust, and as whom we present ourselves. */
final class Tls {
  private static final Logger LOG = LoggerFactory.getLogger(Tls.class);
  private static final String BY_HOST_NAME = "HTTPS";

  private Tls() {}

  static SslContext context(TlsSettings settings) {
    if (settings.trustsAll()) {
      LOG.warn("tls.trustAll: any certificate is taken, so whoever listens in can read everything");
    }
    boolean verifies = settings.verifiesHostname() && !settings.trustsAll();
    SslContextBuilder builder =
        SslContextBuilder.forClient()
            .sslProvider(SslProvider.JDK)
            .trustManager(trusted(settings))
            .endpointIdentificationAlgorithm(verifies ? BY_HOST_NAME : null);
    try {
      if (settings.keystore() != null) {
        builder.keyManager(StoreFile.keystore(settings.keystore()).keys());
      } else if (settings.certificate() != null) {
        PemFile.presentAs(builder, settings.certificate(), settings.privateKey());
      }
      return builder.build();
    } catch (SSLException e) {
      throw new RabbitStreamsException(
          ErrorCode.TLS_SETUP,
          "TLS cannot be set up as the options tls.* say (%s). Check the certificates and the key."
              .formatted(e.getMessage()),
          e);
    }
  }

  /** For what else is connected to than brokers; null where Java's own certificates decide. */
  static SSLContext trustOf(TlsSettings settings) {
    TrustManagerFactory trusted = trusted(settings);
    if (trusted == null) {
      return null;
    }
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trusted.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static TrustManagerFactory trusted(TlsSettings settings) {
    if (settings.trustsAll()) {
      return InsecureTrustManagerFactory.INSTANCE;
    }
    if (settings.truststore() != null) {
      return StoreFile.truststore(settings.truststore()).trust();
    }
    return settings.caCertificate() == null ? null : PemFile.trust(settings.caCertificate());
  }
}
