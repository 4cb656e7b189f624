package org.sparkrabbit.errors;

/** How far a write had come when it failed, and so what consumers may see of it. */
public enum WriteStage {
  NOT_BEGUN("This write has sent nothing to the broker."),
  NOTHING_SENT("This task has sent nothing to the broker."),
  SENDING("Rows that this task sent before it are visible to consumers, or may become so."),
  AWAITING_CONFIRMS(
      "The confirmed ones are visible to consumers, the others may or may not be; trying the task"
          + " again sends all of them once more, and only with deduplication=effectively-once does the"
          + " broker drop those that it has.");

  private final String sentence;

  WriteStage(String sentence) {
    this.sentence = sentence;
  }

  public String sentence() {
    return sentence;
  }
}
