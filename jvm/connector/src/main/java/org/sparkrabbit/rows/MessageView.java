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
  /** Of a place that nothing has come past so far. */
  static final int UNKNOWN = -2;

  private final String stream;
  private final byte[] streamName;
  private final AmqpSections sections = new AmqpSections();
  private final AmqpMap applicationProperties = new AmqpMap();
  private final AmqpMap messageAnnotations = new AmqpMap();
  private int found;
  private int read;
  private int creationTime;
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
    if (bytes != chunk) { // A store costs more: ADR 0017.
      bytes = chunk;
    }
    from = messageFrom;
    until = messageUntil;
    offset = messageOffset;
    chunkMillis = millis;
    found = 0;
    read = 0;
    creationTime = UNKNOWN;
  }

  /** How many bytes the message has. */
  public int size() {
    return until - from;
  }

  /** Where the next message of a chunk ends, given where its four-byte length stands. */
  public static int lengthAt(byte[] chunk, int position) {
    return AmqpFormat.intAt(chunk, position);
  }

  /** Finds sections of the message, unless they were found before. */
  void find(int wanted) {
    if ((wanted & ~found) != 0) {
      int all = found | wanted;
      found = 0; // A walk that ends at damage leaves nothing to rely on.
      sections.find(bytes, from, until, all);
      found = all;
    }
  }

  AmqpSections sections() {
    return sections;
  }

  /** Read once for all that is made of it; null if there is no such section. */
  AmqpMap applicationPropertyMap() {
    return map(
        AmqpSections.APPLICATION_PROPERTIES,
        sections.applicationProperties(),
        applicationProperties);
  }

  /** The same. */
  AmqpMap messageAnnotationMap() {
    return map(AmqpSections.MESSAGE_ANNOTATIONS, sections.messageAnnotations(), messageAnnotations);
  }

  private AmqpMap map(int section, int start, AmqpMap map) {
    if (start == AmqpFormat.ABSENT) {
      return null;
    }
    if ((read & section) == 0) {
      map.read(bytes, start, until);
      read |= section;
    }
    return map;
  }

  /** Where that property is, for who comes past it on the way to others. */
  void noteCreationTime(int position) {
    creationTime = position;
  }

  /** Where that property is, or {@link #UNKNOWN}. */
  int creationTime() {
    return creationTime;
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
    return texts(applicationPropertyMap());
  }

  @Override
  public Map<String, String> messageAnnotations() {
    find(AmqpSections.ALL);
    return texts(messageAnnotationMap());
  }

  private static Map<String, String> texts(AmqpMap map) {
    Map<String, String> texts = new LinkedHashMap<>();
    if (map != null) {
      AmqpText text = new AmqpText();
      for (int entry = 0; entry < map.size(); entry++) {
        String key =
            new String(
                map.keyBytes(), map.keyStart(entry), map.keyLength(entry), StandardCharsets.UTF_8);
        texts.put(key, text.read(map.value(entry)) ? text.toString() : null);
      }
    }
    return texts;
  }
}
