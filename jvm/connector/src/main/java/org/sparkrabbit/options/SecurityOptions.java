package org.sparkrabbit.options;

import static org.sparkrabbit.options.Kind.SECRET;
import static org.sparkrabbit.options.Kind.TEXT;
import static org.sparkrabbit.options.Kind.TRUE_OR_FALSE;
import static org.sparkrabbit.options.Section.SECURITY;

import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;

/** Options of TLS and OAuth 2. Files are read on every node that connects. */
final class SecurityOptions {
  static final Option<Boolean> TLS =
      Option.of(SECURITY, "tls", TRUE_OR_FALSE, "Encrypts the connections.").orElse("false");

  static final Option<String> TRUSTSTORE =
      Option.of(
          SECURITY,
          "tls.truststore",
          TEXT,
          "Path of a JKS or PKCS12 file with the certificates to trust.");

  static final Option<Secret> TRUSTSTORE_PASSWORD =
      Option.of(SECURITY, "tls.truststorePassword", SECRET, "Password of tls.truststore.").secret();

  static final Option<String> KEYSTORE =
      Option.of(
          SECURITY,
          "tls.keystore",
          TEXT,
          "Path of a JKS or PKCS12 file with the client's own certificate and key.");

  static final Option<Secret> KEYSTORE_PASSWORD =
      Option.of(SECURITY, "tls.keystorePassword", SECRET, "Password of tls.keystore.").secret();

  static final Option<String> CA_CERTIFICATE =
      Option.of(
              SECURITY,
              "tls.caCertificate",
              TEXT,
              "Certificates to trust, as PEM: the path of a file, or the text itself.")
          .orElseAs("those that Java trusts");

  static final Option<String> CERTIFICATE =
      Option.of(
          SECURITY,
          "tls.certificate",
          TEXT,
          "The client's own certificate, as PEM: the path of a file, or the text itself.");

  /** Spark does not hide this option where it prints others, so the key itself is not taken. */
  static final Option<Secret> PRIVATE_KEY =
      Option.of(
              SECURITY,
              "tls.privateKey",
              Kind.of(
                  "private key",
                  "must be the path of a file, or a reference to the key (env:NAME), but not the key"
                      + " itself: Spark prints it in plans",
                  "str",
                  SecurityOptions::keyOutOfSight),
              "The unencrypted key of tls.certificate, as PEM in PKCS#8: the path of a file, or"
                  + " env:NAME for the text itself in an environment variable.")
          .secret();

  static final Option<Boolean> HOSTNAME_VERIFICATION =
      Option.of(
              SECURITY,
              "tls.hostnameVerification",
              TRUE_OR_FALSE,
              "The broker's certificate must name the host that was connected to.")
          .orElse("true");

  static final Option<Boolean> TRUST_ALL =
      Option.of(
              SECURITY,
              "tls.trustAll",
              TRUE_OR_FALSE,
              "Takes any certificate of any host. For development only: it protects against nobody.")
          .orElse("false");

  static final Option<URI> TOKEN_ENDPOINT =
      Option.of(
          SECURITY,
          "oauth2.tokenEndpoint",
          Kind.of(
              "web address",
              "must be an http:// or https:// URL without user and password",
              "str",
              SecurityOptions::endpoint),
          "Where tokens come from, by the OAuth 2 client credentials grant.");

  static final Option<String> CLIENT_ID =
      Option.of(SECURITY, "oauth2.clientId", TEXT, "The client to ask for tokens as.");

  static final Option<Secret> CLIENT_SECRET =
      Option.of(SECURITY, "oauth2.clientSecret", SECRET, "The secret of oauth2.clientId.").secret();

  static final Option<String> SCOPE =
      Option.of(SECURITY, "oauth2.scope", TEXT, "The scopes to ask for, separated by spaces.");

  static final List<Option<?>> ALL =
      List.of(
          TLS,
          CA_CERTIFICATE,
          CERTIFICATE,
          PRIVATE_KEY,
          TRUSTSTORE,
          TRUSTSTORE_PASSWORD,
          KEYSTORE,
          KEYSTORE_PASSWORD,
          HOSTNAME_VERIFICATION,
          TRUST_ALL,
          TOKEN_ENDPOINT,
          CLIENT_ID,
          CLIENT_SECRET,
          SCOPE);

  /** So begins whatever is a key, and no path is so long without a dot. */
  private static final Pattern BARE_KEY = Pattern.compile("M[A-Za-z0-9+/=\\s]{40,}");

  private SecurityOptions() {}

  private static Secret keyOutOfSight(String text) {
    Secret key = SECRET.parser().apply(text);
    boolean isShown = text.contains("-----") || BARE_KEY.matcher(text.trim()).matches();
    return Kind.required(key.isReference() || !isShown, key);
  }

  private static URI endpoint(String text) {
    URI uri = URI.create(text.trim());
    boolean isWeb = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
    return Kind.required(isWeb && uri.getHost() != null && uri.getUserInfo() == null, uri);
  }
}
