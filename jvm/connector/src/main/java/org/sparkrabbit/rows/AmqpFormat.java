package org.sparkrabbit.rows;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The bytes of AMQP 1.0 that the connector knows (OASIS standard, parts 1.6 and 3.2). */
final class AmqpFormat {
  static final int DESCRIBED = 0x00;

  static final int NULL = 0x40;
  static final int TRUE = 0x41;
  static final int FALSE = 0x42;
  static final int UINT_0 = 0x43;
  static final int ULONG_0 = 0x44;
  static final int LIST_0 = 0x45;

  static final int UBYTE = 0x50;
  static final int BYTE = 0x51;
  static final int SMALL_UINT = 0x52;
  static final int SMALL_ULONG = 0x53;
  static final int SMALL_INT = 0x54;
  static final int SMALL_LONG = 0x55;
  static final int BOOLEAN = 0x56;

  static final int USHORT = 0x60;
  static final int SHORT = 0x61;

  static final int UINT = 0x70;
  static final int INT = 0x71;
  static final int FLOAT = 0x72;
  static final int CHAR = 0x73;
  static final int DECIMAL_32 = 0x74;

  static final int ULONG = 0x80;
  static final int LONG = 0x81;
  static final int DOUBLE = 0x82;
  static final int TIMESTAMP = 0x83;
  static final int DECIMAL_64 = 0x84;

  static final int DECIMAL_128 = 0x94;
  static final int UUID = 0x98;

  static final int BINARY_8 = 0xa0;
  static final int STRING_8 = 0xa1;
  static final int SYMBOL_8 = 0xa3;
  static final int BINARY_32 = 0xb0;
  static final int STRING_32 = 0xb1;
  static final int SYMBOL_32 = 0xb3;

  static final int LIST_8 = 0xc0;
  static final int MAP_8 = 0xc1;
  static final int LIST_32 = 0xd0;
  static final int MAP_32 = 0xd1;
  static final int ARRAY_8 = 0xe0;
  static final int ARRAY_32 = 0xf0;

  static final int FIRST_SECTION = 0x70;
  static final int MESSAGE_ANNOTATIONS = 0x72;
  static final int PROPERTIES = 0x73;
  static final int APPLICATION_PROPERTIES = 0x74;
  static final int DATA = 0x75;
  static final int SEQUENCE = 0x76;
  static final int VALUE = 0x77;
  static final int LAST_SECTION = 0x78;

  /** Where nothing is. */
  static final int ABSENT = -1;

  /** The form with a size of four bytes is this far from the one with a size of one byte. */
  static final int SMALL_TO_LARGE = 0x10;

  private static final VarHandle SHORT_VIEW =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT_VIEW =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG_VIEW =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private AmqpFormat() {}

  static short shortAt(byte[] bytes, int position) {
    return (short) SHORT_VIEW.get(bytes, position);
  }

  static int intAt(byte[] bytes, int position) {
    return (int) INT_VIEW.get(bytes, position);
  }

  static long longAt(byte[] bytes, int position) {
    return (long) LONG_VIEW.get(bytes, position);
  }

  static void putShort(byte[] bytes, int position, short value) {
    SHORT_VIEW.set(bytes, position, value);
  }

  static void putInt(byte[] bytes, int position, int value) {
    INT_VIEW.set(bytes, position, value);
  }

  static void putLong(byte[] bytes, int position, long value) {
    LONG_VIEW.set(bytes, position, value);
  }
}
