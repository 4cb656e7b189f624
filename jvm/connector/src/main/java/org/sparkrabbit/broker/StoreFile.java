package org.sparkrabbit.broker;

import java.io.File;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Secret;
import org.sparkrabbit.options.TlsSettings;

/** A JKS or PKCS12 file; its content tells which. */
final class StoreFile {
  private final String option;
  private final String path;
  private final char[] password;
  private final KeyStore store;

  private StoreFile(String option, String path, Secret password) {
    this.option = option;
    this.path = path;
    this.password = password == null ? null : password.reveal().toCharArray();
    this.store = load();
  }

  static StoreFile truststore(TlsSettings.Store store) {
    return new StoreFile("tls.truststore", store.path(), store.password());
  }

  static StoreFile keystore(TlsSettings.Store store) {
    return new StoreFile("tls.keystore", store.path(), store.password());
  }

  private KeyStore load() {
    try {
      return KeyStore.getInstance(new File(path), password);
    } catch (KeyStoreException e) {
      throw unusable(
          "is neither JKS nor PKCS12; PEM belongs into tls.caCertificate, or"
              + " tls.certificate and tls.privateKey",
          e);
    } catch (IOException | GeneralSecurityException e) {
      throw hasOtherPassword(e)
          ? unusable("has another password than the option %sPassword says".formatted(option), e)
          : unusable(
              "cannot be read on this node (%s); it must be there for the driver and for every"
                      .formatted(e)
                  + " executor",
              e);
    } catch (IllegalArgumentException e) {
      throw unusable(
          "is not a file on this node; it must be there for the driver and for every" + " executor",
          e);
    }
  }

  private static boolean hasOtherPassword(Exception e) {
    return e.getCause() instanceof UnrecoverableKeyException;
  }

  TrustManagerFactory trust() {
    try {
      requireEntry(
          false,
          "shows no certificate to trust; a PKCS12 file shows them only with its password, and only"
              + " if it was made by keytool -importcert");
      return Trust.in(store);
    } catch (GeneralSecurityException e) {
      throw unusable("cannot be used (%s)".formatted(e.getMessage()), e);
    }
  }

  KeyManagerFactory keys() {
    try {
      requireEntry(true, "shows no key; a PKCS12 file shows it only with its password");
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, password);
      return keys;
    } catch (UnrecoverableKeyException e) {
      throw unusable(
          "holds a key with another password than the file has, or tls.keystorePassword is missing;"
              + " give both the same",
          e);
    } catch (GeneralSecurityException e) {
      throw unusable("cannot be used (%s)".formatted(e.getMessage()), e);
    }
  }

  private void requireEntry(boolean key, String otherwise) throws KeyStoreException {
    for (String alias : Collections.list(store.aliases())) {
      if (key ? store.isKeyEntry(alias) : store.isCertificateEntry(alias)) {
        return;
      }
    }
    throw unusable(otherwise, null);
  }

  private RabbitStreamsException unusable(String why, Exception cause) {
    return new RabbitStreamsException(
        ErrorCode.TLS_SETUP,
        "The file %s of the option %s %s.".formatted(path, option, why),
        cause);
  }
}
