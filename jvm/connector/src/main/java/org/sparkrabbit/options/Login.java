package org.sparkrabbit.options;

import java.io.Serializable;
import java.net.URI;

/** As whom to log in. */
public sealed interface Login extends Serializable {
  /** How a message may name the one who logs in. */
  String shown();

  /** {@code isFromUri} tells that the name, too, is kept from messages. */
  record Password(String username, Secret password, boolean isFromUri) implements Login {
    @Override
    public String shown() {
      return isFromUri ? "of the option uris" : "'" + username + "'";
    }

    @Override
    public String toString() {
      return "user " + shown();
    }
  }

  /** {@code scope} may be null. */
  record ClientCredentials(URI tokenEndpoint, String clientId, Secret clientSecret, String scope)
      implements Login {
    @Override
    public String shown() {
      return "of the OAuth 2 client '" + clientId + "'";
    }
  }
}
