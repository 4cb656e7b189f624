package org.sparkrabbit.options;

import java.io.Serializable;

/** How connections are encrypted. What is not given is null. */
public record TlsSettings(
    boolean isOn,
    Store truststore,
    Store keystore,
    String caCertificate,
    String certificate,
    Secret privateKey,
    boolean verifiesHostname,
    boolean trustsAll)
    implements Serializable {

  /** A JKS or PKCS12 file. The password may be null. */
  public record Store(String path, Secret password) implements Serializable {}

  static TlsSettings of(OptionReader reader) {
    String truststore = reader.read(SecurityOptions.TRUSTSTORE);
    String keystore = reader.read(SecurityOptions.KEYSTORE);
    Secret truststorePassword = reader.read(SecurityOptions.TRUSTSTORE_PASSWORD);
    Secret keystorePassword = reader.read(SecurityOptions.KEYSTORE_PASSWORD);
    return new TlsSettings(
        reader.read(SecurityOptions.TLS),
        truststore == null ? null : new Store(truststore, truststorePassword),
        keystore == null ? null : new Store(keystore, keystorePassword),
        reader.read(SecurityOptions.CA_CERTIFICATE),
        reader.read(SecurityOptions.CERTIFICATE),
        reader.read(SecurityOptions.PRIVATE_KEY),
        reader.read(SecurityOptions.HOSTNAME_VERIFICATION),
        reader.read(SecurityOptions.TRUST_ALL));
  }
}
