package org.sparkrabbit.broker;

import io.netty.handler.ssl.SslContextBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.TrustManagerFactory;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Secret;

/** Certificates and a key as PEM: the path of a file, or the text itself. */
final class PemFile {
  private static final String BEGIN = "-----BEGIN ";
  private static final String CA_CERTIFICATE = "tls.caCertificate";
  private static final String CERTIFICATE = "tls.certificate";
  private static final String PRIVATE_KEY = "tls.privateKey";

  private final String option;
  private final String shown;
  private final String text;

  private PemFile(String option, String pathOrText, boolean isText) {
    this.option = option;
    this.shown = isText ? "The text" : "The file " + pathOrText;
    this.text = isText ? pathOrText : content(pathOrText);
  }

  private static PemFile certificates(String option, String pathOrText) {
    return new PemFile(option, pathOrText, pathOrText.contains(BEGIN));
  }

  /** What a reference leads to is the key, even if it does not look like one. */
  private static PemFile key(Secret key) {
    return new PemFile(PRIVATE_KEY, key.reveal(), key.isReference());
  }

  static TrustManagerFactory trust(String pathOrText) {
    PemFile pem = certificates(CA_CERTIFICATE, pathOrText);
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (Certificate certificate : pem.certificates()) {
        store.setCertificateEntry("trusted-" + store.size(), certificate);
      }
      return Trust.in(store);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static void presentAs(SslContextBuilder builder, String certificate, Secret privateKey) {
    PemFile certificates = certificates(CERTIFICATE, certificate);
    certificates.certificates();
    PemFile key = key(privateKey);
    key.requireOpenKey();
    try {
      builder.keyManager(certificates.bytes(), key.bytes());
    } catch (IllegalArgumentException e) {
      // The cause is left out: it knows the key.
      throw key.unusable("holds no private key that Java knows, as of RSA or EC, in PKCS#8");
    }
  }

  private Collection<? extends Certificate> certificates() {
    try {
      Collection<? extends Certificate> found =
          CertificateFactory.getInstance("X.509").generateCertificates(bytes());
      if (found.isEmpty()) {
        throw unusable("holds no certificate as PEM (-----BEGIN CERTIFICATE-----)");
      }
      return found;
    } catch (CertificateException e) {
      throw unusable("holds a certificate that cannot be read (%s)".formatted(e.getMessage()));
    }
  }

  private void requireOpenKey() {
    if (text.contains(BEGIN + "ENCRYPTED")) {
      throw unusable("holds an encrypted key; 'openssl pkcs8 -topk8 -nocrypt' decrypts it");
    }
    if (!text.contains(BEGIN + "PRIVATE KEY")) {
      throw unusable(
          "holds no key in PKCS#8 (-----BEGIN PRIVATE KEY-----); 'openssl pkcs8 -topk8 -nocrypt'"
              + " turns others into it");
    }
  }

  private InputStream bytes() {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private String content(String path) {
    try {
      return Files.readString(Path.of(path));
    } catch (IOException | InvalidPathException e) {
      throw unusable(
          "cannot be read on this node (%s); it must be there for the driver and for every executor"
              .formatted(e.getClass().getSimpleName()));
    }
  }

  private RabbitStreamsException unusable(String why) {
    return new RabbitStreamsException(
        ErrorCode.TLS_SETUP, "%s of the option %s %s.".formatted(shown, option, why));
  }
}
