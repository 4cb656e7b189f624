package org.sparkrabbit;

/** A file of the repository that is made from a table in the code, and never by hand. */
public interface GeneratedPage {
  /** Where it is, from the root of the repository. */
  String path();

  /** What it must say. */
  String text();
}
