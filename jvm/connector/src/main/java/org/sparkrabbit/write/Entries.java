package org.sparkrabbit.write;

import org.sparkrabbit.rows.EncodedMessage;

/** The form in which messages stand in frames. */
interface Entries {
  int ID = Long.BYTES;
  int LENGTH = Integer.BYTES;

  /** What an entry takes besides message and filter value. */
  int PLAIN_HEAD = ID + LENGTH;

  /** The most that an entry of one message takes besides message and filter value. */
  int LARGEST_HEAD = ID + Byte.BYTES + Short.BYTES + LENGTH + LENGTH + LENGTH;

  /** Adds a message to what its outlet sends; the filter value may be null. */
  void add(Outlet outlet, long id, byte[] filterValue, EncodedMessage message);

  /** Nothing is kept back any more. */
  default void complete(Outlet outlet) {}

  /** How many bytes are kept back. */
  default int keptBack() {
    return 0;
  }

  /** An entry for each message. */
  Entries PLAIN =
      (outlet, id, filterValue, message) -> {
        int size = PLAIN_HEAD + message.size();
        Batch batch = outlet.batchFor(size);
        int at = batch.begin(size);
        BigEndian.putLong(batch.bytes(), at, id);
        BigEndian.putInt(batch.bytes(), at + ID, message.size());
        message.writeTo(batch.bytes(), at + PLAIN_HEAD);
        batch.end(id, 1);
      };

  /** An entry for each message, with a value to filter by, or the mark that it has none. */
  Entries FILTERED =
      (outlet, id, filterValue, message) -> {
        int valueSize = filterValue == null ? 0 : filterValue.length;
        int size = PLAIN_HEAD + Short.BYTES + valueSize + message.size();
        Batch batch = outlet.batchFor(size);
        int at = batch.begin(size);
        BigEndian.putLong(batch.bytes(), at, id);
        BigEndian.putShort(batch.bytes(), at + ID, filterValue == null ? -1 : valueSize);
        at += ID + Short.BYTES;
        if (filterValue != null) {
          System.arraycopy(filterValue, 0, batch.bytes(), at, valueSize);
        }
        at += valueSize;
        BigEndian.putInt(batch.bytes(), at, message.size());
        message.writeTo(batch.bytes(), at + LENGTH);
        batch.end(id, 1);
      };
}
