package org.sparkrabbit.options;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.sparkrabbit.errors.InvalidOptionsException;

/**
 * How to reach the broker. Equal settings share one environment. What is not given is null: {@code
 * uris}, {@code login} and {@code virtualHost} may each say what the others leave open.
 */
public record ConnectionSettings(
    List<Endpoint> endpoints,
    Secret uris,
    Login login,
    String virtualHost,
    TlsSettings tls,
    Reach reach,
    Tuning tuning)
    implements Serializable {

  static final String LOGIN_TWICE =
      "the login is given twice: in uris, and as options of its own; keep one";
  static final String VHOST_TWICE =
      "the virtual host is given twice: in uris and as vhost; keep one";
  private static final String NO_URIS =
      "what uris refers to must be rabbitmq-stream:// or rabbitmq-stream+tls:// URIs, separated by"
          + " commas";

  private static final Login GUEST = new Login.Password("guest", Secret.plain("guest"), false);

  static ConnectionSettings of(OptionReader reader) {
    List<Endpoint> endpoints = reader.read(TargetOptions.ENDPOINTS);
    Secret uris = reader.read(TargetOptions.URIS);
    ConnectionSettings settings =
        new ConnectionSettings(
            endpoints == null || uris != null ? List.of() : List.copyOf(endpoints),
            uris,
            login(reader),
            reader.has(TargetOptions.VHOST) ? reader.read(TargetOptions.VHOST) : null,
            TlsSettings.of(reader),
            Reach.of(reader),
            Tuning.of(reader));
    if (uris != null && !uris.isReference()) {
      settings.problems(BrokerUris.parse(uris.text())).forEach(reader::problem);
    }
    return settings;
  }

  private static Login login(OptionReader reader) {
    if (reader.has(SecurityOptions.CLIENT_ID)) {
      return new Login.ClientCredentials(
          reader.read(SecurityOptions.TOKEN_ENDPOINT),
          reader.read(SecurityOptions.CLIENT_ID),
          reader.read(SecurityOptions.CLIENT_SECRET),
          reader.read(SecurityOptions.SCOPE));
    }
    if (reader.has(TargetOptions.USERNAME) || reader.has(TargetOptions.PASSWORD)) {
      Secret password = reader.read(TargetOptions.PASSWORD);
      return new Login.Password(
          reader.read(TargetOptions.USERNAME),
          password == null ? Secret.plain("guest") : password,
          false);
    }
    return null;
  }

  /** Looks up on this node what is given by reference. */
  public Access access() {
    if (uris == null) {
      return new Access(endpoints, login == null ? GUEST : login, orRoot(virtualHost), tls.isOn());
    }
    BrokerUris brokers = lookedUp();
    List<String> problems = problems(brokers);
    if (!problems.isEmpty()) {
      throw new InvalidOptionsException(problems);
    }
    Login named = brokers.login() == null ? login : brokers.login();
    return new Access(
        brokers.endpoints(),
        named == null ? GUEST : named,
        orRoot(brokers.virtualHost() == null ? virtualHost : brokers.virtualHost()),
        tls.isOn() || brokers.isEncrypted());
  }

  private BrokerUris lookedUp() {
    try {
      return BrokerUris.parse(uris.reveal());
    } catch (IllegalArgumentException e) {
      throw new InvalidOptionsException(List.of(NO_URIS));
    }
  }

  private List<String> problems(BrokerUris brokers) {
    boolean loginTwice = brokers.login() != null && login != null;
    boolean hostTwice = brokers.virtualHost() != null && virtualHost != null;
    return Stream.of(loginTwice ? LOGIN_TWICE : null, hostTwice ? VHOST_TWICE : null)
        .filter(Objects::nonNull)
        .toList();
  }

  private static String orRoot(String name) {
    return name == null ? "/" : name;
  }
}
