package org.sparkrabbit.broker;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.TrustManagerFactory;

/** The decision by Java's usual rules whether a certificate is to be trusted. */
final class Trust {
  private Trust() {}

  static TrustManagerFactory in(KeyStore store) throws GeneralSecurityException {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    return trust;
  }
}
