package org.sparkrabbit.rows;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sparkrabbit.extension.MessageProperties;
import org.sparkrabbit.extension.ReceivedMessage;

/**
 * The message that a row is made of, and that users' filters see. One object is moved along all
 * messages of a range; parts are decoded when they are asked for, which may throw {@link
 * MalformedMessageException}.
 */
public final class MessageView implements ReceivedMessage {
  private final String stream;
  private final byte[] streamName;
  private final AmqpSections sections = new AmqpSections();
  private int found;
  private byte[] bytes;
  private int from;
  private int until;
  private long offset;
  private long chunkMillis;

  public MessageView(String stream) {
    this.stream = stream;
    this.streamName = stream.getBytes(StandardCharsets.UTF_8);
  }

  public void moveTo(
      byte[] chunk, int messageFrom, int messageUntil, long messageOffset, long millis) {
    bytes = chunk;
    from = messageFrom;
    until = messageUntil;
    offset = messageOffset;
    chunkMillis = millis;
    found = 0;
  }

  /** Where the next message of a chunk ends, given where its four-byte length stands. */
  public static int lengthAt(byte[] chunk, int position) {
    return AmqpFormat.intAt(chunk, position);
  }

  /** Finds sections of the message, unless they were found before. */
  void find(int wanted) {
    if ((wanted & ~found) != 0) {
      sections.find(bytes, from, until, found | wanted);
      found |= wanted;
    }
  }

  AmqpSections sections() {
    return sections;
  }

  byte[] bytes() {
    return bytes;
  }

  int until() {
    return until;
  }

  void writeStream(Slots out, int ordinal) {
    out.set(ordinal, streamName, 0, streamName.length);
  }

  long chunkMicros() {
    return Times.micros(chunkMillis);
  }

  @Override
  public String stream() {
    return stream;
  }

  @Override
  public long offset() {
    return offset;
  }

  @Override
  public Instant chunkTimestamp() {
    return Times.instant(chunkMicros());
  }

  @Override
  public byte[] value() {
    find(AmqpSections.ALL);
    return sections.body().copy();
  }

  @Override
  public MessageProperties properties() {
    find(AmqpSections.ALL);
    PropertyValues values = new PropertyValues();
    if (sections.properties() != AmqpFormat.ABSENT) {
      AmqpCursor cursor = new AmqpCursor();
      AmqpText text = new AmqpText();
      int fields = PropertiesColumn.open(cursor, this, sections.properties());
      for (PropertyField field : PropertyField.ALL.subList(0, fields)) {
        if (!cursor.skipNull()) {
          values.set(field, field.type().read(cursor, text));
        }
      }
    }
    return values;
  }

  @Override
  public Map<String, String> applicationProperties() {
    find(AmqpSections.ALL);
    return texts(sections.applicationProperties());
  }

  @Override
  public Map<String, String> messageAnnotations() {
    find(AmqpSections.ALL);
    return texts(sections.messageAnnotations());
  }

  private Map<String, String> texts(int start) {
    Map<String, String> texts = new LinkedHashMap<>();
    if (start != AmqpFormat.ABSENT) {
      AmqpMap map = new AmqpMap();
      AmqpText text = new AmqpText();
      map.read(bytes, start, until);
      for (int entry = 0; entry < map.size(); entry++) {
        String key =
            new String(
                map.keyBytes(entry),
                map.keyStart(entry),
                map.keyLength(entry),
                StandardCharsets.UTF_8);
        texts.put(key, text.read(map.value(entry)) ? text.toString() : null);
      }
    }
    return texts;
  }
}
