package org.sparkrabbit.options;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One option: all that parsing, validation, documentation and the Python builders know about it. An
 * option is declared once, as a constant of the table, and never changes.
 */
public final class Option<T> {
  private final String name;
  private final Section section;
  private final Kind<T> kind;
  private final String saying;
  private final List<String> aliases = new ArrayList<>();
  private final Map<Use, String> refusals = new EnumMap<>(Use.class);
  private Set<Use> uses;
  private String standard;
  private boolean isSecret;

  private Option(Section section, String name, Kind<T> kind, String saying) {
    this.section = section;
    this.name = name;
    this.kind = kind;
    this.saying = saying;
    this.uses = section.uses();
  }

  static <T> Option<T> of(Section section, String name, Kind<T> kind, String saying) {
    return new Option<>(section, name, kind, saying);
  }

  /** The value where none is given, as a user would write it. */
  Option<T> orElse(String text) {
    kind.parser().apply(text);
    standard = text;
    return this;
  }

  /** What happens where none is given and that is not a value, as in "the query's id". */
  Option<T> orElseAs(String phrase) {
    standard = "(" + phrase + ")";
    return this;
  }

  Option<T> alias(String other) {
    aliases.add(other);
    return this;
  }

  /** The value is never shown. */
  Option<T> secret() {
    isSecret = true;
    return this;
  }

  Option<T> onlyIn(Use first, Use... others) {
    uses = EnumSet.of(first, others);
    return this;
  }

  /** Where the option would be misunderstood, it is an error instead of being without effect. */
  Option<T> refusedIn(Use use, String why) {
    refusals.put(use, why);
    return this;
  }

  public String name() {
    return name;
  }

  Section section() {
    return section;
  }

  Kind<T> kind() {
    return kind;
  }

  /** The sentence that documents it. */
  String saying() {
    return saying;
  }

  List<String> aliases() {
    return List.copyOf(aliases);
  }

  boolean isSecret() {
    return isSecret;
  }

  Set<Use> uses() {
    return EnumSet.copyOf(uses);
  }

  Optional<String> refusalIn(Use use) {
    return Optional.ofNullable(refusals.get(use));
  }

  /** The default as documented. */
  Optional<String> standard() {
    return Optional.ofNullable(standard);
  }

  /** The default as text to be parsed, if it is a value. */
  Optional<String> standardText() {
    return standard().filter(text -> !text.startsWith("("));
  }

  @Override
  public String toString() {
    return name;
  }
}
