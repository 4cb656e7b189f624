package org.sparkrabbit.broker;

import java.util.function.UnaryOperator;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.extension.Address;
import org.sparkrabbit.extension.AddressResolver;
import org.sparkrabbit.options.Endpoint;
import org.sparkrabbit.options.Extension;

/** Asks the class of the option {@code addressResolverClass}, and names it when it fails. */
final class ResolverOfUser implements UnaryOperator<Endpoint> {
  private static final String OPTION = "addressResolverClass";

  private final String className;
  private final AddressResolver resolver;

  ResolverOfUser(String className) {
    this(className, Extension.create(OPTION, className, AddressResolver.class));
  }

  ResolverOfUser(String className, AddressResolver resolver) {
    this.className = className;
    this.resolver = resolver;
  }

  @Override
  public Endpoint apply(Endpoint advertised) {
    Address resolved;
    try {
      resolved = resolver.resolve(new Address(advertised.host(), advertised.port()));
    } catch (RuntimeException e) {
      throw failed(advertised, "failed with " + e, e);
    }
    if (resolved == null) {
      throw failed(advertised, "gave null", null);
    }
    if (resolved.host() == null || resolved.host().isBlank() || !isPort(resolved.port())) {
      throw failed(advertised, "gave %s, which is no address".formatted(resolved), null);
    }
    return new Endpoint(resolved.host(), resolved.port());
  }

  private static boolean isPort(int number) {
    return 0 < number && number <= 65_535;
  }

  private RabbitStreamsException failed(Endpoint advertised, String how, Throwable cause) {
    return new RabbitStreamsException(
        ErrorCode.EXTENSION_FAILED,
        ("The class %s of the option %s %s when it was asked where %s can be reached. It must give"
                + " an address for every broker; an address that needs no other is given back as it"
                + " is.")
            .formatted(className, OPTION, how, advertised),
        cause);
  }
}
