package org.sparkrabbit.testkit;

import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.EnvironmentBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** One environment for each broker, opened when first asked for. */
final class Environments implements AutoCloseable {

  private final Function<EnvironmentBuilder, Environment> build;
  private final Map<String, Environment> open = new HashMap<>();

  Environments(Function<EnvironmentBuilder, Environment> build) {
    this.build = build;
  }

  Environment at(String uri) {
    return open.computeIfAbsent(uri, key -> build.apply(Environment.builder().uri(key)));
  }

  @Override
  public void close() {
    open.values().forEach(Environment::close);
  }
}
