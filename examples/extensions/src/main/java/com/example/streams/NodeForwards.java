package com.example.streams;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.sparkrabbit.extension.Address;
import org.sparkrabbit.extension.AddressResolver;

/**
 * Reaches brokers through port forwards, which differ from node to node. The environment variable
 * STREAM_FORWARDS names a properties file with lines such as {@code rabbit-1.internal:5552 =
 * localhost:15552}, in which the colon of the key needs a backslash. Brokers that are not listed are
 * reached as they advertise.
 */
public final class NodeForwards implements AddressResolver {
  private final Properties forwards = new Properties();

  public NodeForwards() {
    String file = System.getenv("STREAM_FORWARDS");
    if (file == null) {
      throw new IllegalStateException("the environment variable STREAM_FORWARDS is not set");
    }
    try (Reader reader = Files.newBufferedReader(Path.of(file))) {
      forwards.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Address resolve(Address advertised) {
    String forward = forwards.getProperty(advertised.host() + ":" + advertised.port());
    if (forward == null) {
      return advertised;
    }
    int colon = forward.lastIndexOf(':');
    return new Address(forward.substring(0, colon), Integer.parseInt(forward.substring(colon + 1)));
  }
}
