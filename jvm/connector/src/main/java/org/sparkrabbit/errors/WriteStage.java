package org.sparkrabbit.errors;

/** How far a task had come when its write failed, and so what consumers may see of it. */
public enum WriteStage {
  NOTHING_SENT("This task has sent nothing to the broker."),
  SENDING("Rows that this task sent before it are visible to consumers, or may become so."),
  AWAITING_CONFIRMS(
      "The confirmed ones are visible to consumers, the others may or may not be; trying the task"
          + " again writes all of them once more.");

  private final String sentence;

  WriteStage(String sentence) {
    this.sentence = sentence;
  }

  public String sentence() {
    return sentence;
  }
}
