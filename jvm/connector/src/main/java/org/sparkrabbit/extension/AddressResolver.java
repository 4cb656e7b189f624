package org.sparkrabbit.extension;

/**
 * Tells where a broker can be reached from here, given the address that it advertises, or one that
 * the options give. Named by the option {@code addressResolverClass}; it runs wherever a connection
 * is opened, on several threads.
 */
@FunctionalInterface
public interface AddressResolver {
  Address resolve(Address advertised);
}
