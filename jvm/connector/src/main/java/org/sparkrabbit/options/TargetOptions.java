package org.sparkrabbit.options;

import static org.sparkrabbit.options.Kind.TEXT;
import static org.sparkrabbit.options.Section.CONNECTION;
import static org.sparkrabbit.options.Section.TARGET;

import java.util.List;
import java.util.Map;

/** Options that name a stream, the brokers, and the way to them. */
final class TargetOptions {
  static final Option<String> STREAM =
      Option.of(
          TARGET,
          "stream",
          TEXT,
          "Stream to read or write. Where neither it nor superstream is given, each row that is"
              + " written goes to the stream that its column stream names.");

  static final Option<String> SUPERSTREAM =
      Option.of(TARGET, "superstream", TEXT, "Super stream to read or write, instead of stream.");

  static final Option<List<Endpoint>> ENDPOINTS =
      Option.of(
          CONNECTION,
          "endpoints",
          Kind.list(
              "endpoints",
              List.of(),
              "must be host:port, separated by commas; an IPv6 address needs brackets, as in"
                  + " [::1]:5552",
              Endpoint::parse),
          "Brokers to connect to, as host:port separated by commas. Without a port, 5552, or 5551"
              + " with TLS.");

  /** What a URI says beside the host may be secret, so the text is never shown. */
  static final Option<Secret> URIS =
      Option.of(
              CONNECTION,
              "uris",
              Kind.of(
                  "URIs",
                  "must be rabbitmq-stream://host:port/vhost, or rabbitmq-stream+tls:// for TLS,"
                      + " separated by commas, and without user and password: Spark prints it in"
                      + " plans. Give those as username and password, or the whole as a reference,"
                      + " uris=env:NAME or uris=file:/path",
                  "str | Sequence[str]",
                  BrokerUris::checked),
              "Brokers as rabbitmq-stream:// or rabbitmq-stream+tls:// URIs separated by commas;"
                  + " they overrule endpoints. The first one tells virtual host and login of all."
                  + " With user and password only as a reference, env:NAME or file:/path.")
          .secret();

  static final Option<String> USERNAME =
      Option.of(CONNECTION, "username", TEXT, "User to log in as.").orElse("guest");

  static final Option<Secret> PASSWORD =
      Option.of(
              CONNECTION,
              "password",
              Kind.SECRET,
              "Password to log in with. env:NAME takes it from an environment variable and"
                  + " file:/path from a file, of each node that connects; plain:text is taken as"
                  + " text whatever it begins with. The same holds for every secret.")
          .orElseAs("guest")
          .secret();

  static final Option<String> VHOST =
      Option.of(CONNECTION, "vhost", TEXT, "Virtual host of the streams.").orElse("/");

  static final Option<Boolean> LOAD_BALANCER =
      Option.of(
              CONNECTION,
              "loadBalancer",
              Kind.TRUE_OR_FALSE,
              "A load balancer stands at the given endpoint: every connection goes there, again"
                  + " and again until the right node answers.")
          .orElse("false");

  static final Option<Map<Endpoint, Endpoint>> ADDRESS_MAP =
      Option.of(
          CONNECTION,
          "addressMap",
          Kind.of(
              "addresses",
              "must be advertised:port=reachable:port, separated by commas",
              "str | Mapping[str, str]",
              Endpoint::parseMap),
          "Where brokers can be reached from here, for those whose advertised address cannot:"
              + " advertised:port=reachable:port, separated by commas.");

  static final Option<String> ADDRESS_RESOLVER_CLASS =
      Option.of(
          CONNECTION,
          "addressResolverClass",
          Kind.CLASS,
          "A class that tells where an advertised address can be reached"
              + " (org.sparkrabbit.extension.AddressResolver).");

  static final List<Option<?>> ALL =
      List.of(
          STREAM,
          SUPERSTREAM,
          ENDPOINTS,
          URIS,
          USERNAME,
          PASSWORD,
          VHOST,
          LOAD_BALANCER,
          ADDRESS_MAP,
          ADDRESS_RESOLVER_CLASS);

  private TargetOptions() {}
}
