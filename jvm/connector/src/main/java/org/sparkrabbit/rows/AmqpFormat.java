package org.sparkrabbit.rows;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The few bytes of AMQP 1.0 that the connector must know (OASIS standard, parts 1.2 and 3.2). */
final class AmqpFormat {
  static final int DESCRIBED = 0x00;
  static final int SMALL_ULONG = 0x53;
  static final int ULONG = 0x80;

  static final int FIRST_SECTION = 0x70;
  static final int APPLICATION_PROPERTIES = 0x74;
  static final int DATA = 0x75;
  static final int SEQUENCE = 0x76;
  static final int VALUE = 0x77;
  static final int LAST_SECTION = 0x78;

  static final int BINARY_8 = 0xa0;
  static final int STRING_8 = 0xa1;
  static final int BINARY_32 = 0xb0;
  static final int STRING_32 = 0xb1;
  static final int MAP_8 = 0xc1;
  static final int MAP_32 = 0xd1;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private AmqpFormat() {}

  static int intAt(byte[] bytes, int position) {
    return (int) INT.get(bytes, position);
  }

  static void putInt(byte[] bytes, int position, int value) {
    INT.set(bytes, position, value);
  }
}
