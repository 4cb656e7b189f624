package org.sparkrabbit.broker;

import com.rabbitmq.stream.sasl.UsernamePasswordCredentialsProvider;
import org.sparkrabbit.options.Login;

/** A password that is looked up for each connection, so that a changed one counts from then on. */
record PasswordCredentials(Login.Password login) implements UsernamePasswordCredentialsProvider {
  @Override
  public String getUsername() {
    return login.username();
  }

  @Override
  public String getPassword() {
    return login.password().reveal();
  }
}
