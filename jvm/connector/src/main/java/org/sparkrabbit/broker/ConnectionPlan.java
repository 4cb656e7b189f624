package org.sparkrabbit.broker;

import io.netty.handler.ssl.SslContext;
import org.sparkrabbit.options.Access;
import org.sparkrabbit.options.ConnectionSettings;
import org.sparkrabbit.options.Login;
import org.sparkrabbit.options.Tuning;

/**
 * All that connecting from this node takes: references are looked up, files read, classes loaded.
 * Without encryption {@code tls} is null, and with a password {@code tokens}.
 */
record ConnectionPlan(
    Access access,
    Tuning tuning,
    Addresses addresses,
    SslContext tls,
    TokenEndpoint tokens,
    PasswordCredentials password) {

  static ConnectionPlan of(ConnectionSettings settings) {
    Access access = settings.access();
    TokenEndpoint tokens =
        access.login() instanceof Login.ClientCredentials client
            ? new TokenEndpoint(client, Tls.trustOf(settings.tls()))
            : null;
    return new ConnectionPlan(
        access,
        settings.tuning(),
        Addresses.of(settings.reach(), access.endpoints()),
        access.isEncrypted() ? Tls.context(settings.tls()) : null,
        tokens,
        access.login() instanceof Login.Password password
            ? new PasswordCredentials(password)
            : null);
  }
}
