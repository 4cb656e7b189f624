package org.sparkrabbit.options;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.errors.InvalidOptionsException;

/** All that the options of a table say. One table's options serve its reads and its writes. */
public record TableSettings(
    ConnectionSettings connection,
    Target target,
    ReadSettings reading,
    StreamingSettings streaming,
    WriteSettings writing,
    GivenOptions given)
    implements Serializable {
  private static final Logger LOG = LoggerFactory.getLogger(TableSettings.class);

  /** Turns options into settings, or throws all that is wrong with them. */
  public static TableSettings of(Map<String, String> options) {
    OptionReader reader = new OptionReader(options);
    List<String> strangers = UnknownOptions.look(reader);
    Rules.ALL.stream()
        .filter(rule -> rule.isBroken(reader))
        .forEach(rule -> reader.problem(rule.sentence()));
    reader.readAll();
    TableSettings settings =
        new TableSettings(
            ConnectionSettings.of(reader),
            Target.of(reader),
            ReadSettings.of(reader),
            StreamingSettings.of(reader),
            WriteSettings.of(reader),
            GivenOptions.of(reader));
    reader.throwIfAnyProblem();
    Once.warn(LOG, strangers, "Options that the connector does not know are ignored: {}");
    return settings;
  }

  /** Fails where only rows can tell what the table stands for. */
  public void requireReadable() {
    if (target instanceof Target.EachRow) {
      throw new InvalidOptionsException(List.of(Rules.OF_READS.sentence()));
    }
  }
}
