package org.sparkrabbit.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmqpTextTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "true,              41,                                 true",
        "false,             42,                                 false",
        "boolean true,      5601,                               true",
        "boolean false,     5600,                               false",
        "ubyte,             50ff,                               255",
        "ushort,            60ffff,                             65535",
        "uint,              70ffffffff,                         4294967295",
        "small uint,        52ff,                               255",
        "uint zero,         43,                                 0",
        "ulong,             80ffffffffffffffff,                 18446744073709551615",
        "small ulong,       53ff,                               255",
        "ulong zero,        44,                                 0",
        "byte,              5180,                               -128",
        "short,             618000,                             -32768",
        "int,               7180000000,                         -2147483648",
        "small int,         54ff,                               -1",
        "long,              818000000000000000,                 -9223372036854775808",
        "small long,        557f,                               127",
        "float,             723fc00000,                         1.5",
        "float infinity,    727f800000,                         Infinity",
        "double,            823ff8000000000000,                 1.5",
        "double large,      827fefffffffffffff,                 1.7976931348623157E308",
        "double NaN,        827ff8000000000000,                 NaN",
        "decimal32,         7432800001,                         1",
        "decimal32 minus,   74b1800ffd,                         -40.93",
        "decimal32 huge,    7460000000,                         8.388608E-95",
        "decimal32 no,      747c000000,                         NaN",
        "decimal32 inf,     74f8000000,                         -Infinity",
        "decimal64,         8431a0000000000001,                 0.1",
        "decimal128,        9430400000000000000000000000000001, 1",
        "decimal128 odd,    946c100000000000000000000000000000, 0",
        "char,              730001f600,                         \uD83D\uDE00",
        "timestamp,         830000018bcfe56800,                 2023-11-14T22:13:20Z",
        "before 1970,       83ffffffffffffffff,                 1969-12-31T23:59:59.999Z",
        "the last time,     837fffffffffffffff,                 +292278994-08-17T07:12:55.807Z",
        "uuid,              98f81d4fae7dec11d0a76500a0c91e6bf6, f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
        "binary text,       a003'abc',                          abc",
        "long binary,       b000000003'abc',                    abc",
        "a replaced char,   a003efbfbd,                         \uFFFD",
        "binary,            a002fffe,                           //4=",
        "string,            a102'ab',                           ab",
        "long string,       b100000002'ab',                     ab",
        "empty string,      a100,                               ``",
        "symbol,            a302'ab',                           ab",
        "long symbol,       b300000002'ab',                     ab",
        "described,         0053005401,                         1",
        "empty list,        45,                                 []",
        "list,              c00703405407a101'a',                `[null,7,\"a\"]`",
        "long list,         d00000000600000002 4142,            `[true,false]`",
        "map,               c10a04a101'k'5407a101'l'40,         `{\"k\":7,\"l\":null}`",
        "array of int,      e00a0271 0000000100000002,          `[1,2]`",
        "array of strings,  e00703a1 01'a' 00 01'b',            `[\"a\",\"\",\"b\"]`",
        "no elements,       e0020040,                           []",
        "nested,            c00601c00301 5401,                  `[[1]]`",
        "not a number,      c00601 727fc00000,                  `[\"NaN\"]`",
        "a number,          c00601 723fc00000,                  [1.5]",
        "quotes,            c00601a103 225c0a,                  `[\"\\\"\\\\\\u000a\"]`",
        "key is a number,   c10604 5401 41 44 42,               `{\"1\":true,\"0\":false}`"
      })
  void every_type_has_a_text(String type, String encoded, String text) {
    assertEquals(text, text(encoded), type);
  }

  @Test
  void null_has_none() {
    assertNull(text("40"));
  }

  @ParameterizedTest
  @CsvSource({
    "a boolean of 2,          5602,                      0x02 is neither true nor false",
    "half a character,        730000d800,                0xd800 is not a character of Unicode",
    "beyond all characters,   7300110000,                0x110000 is not a character of Unicode",
    "an unknown form,         5701,                      0x57 is not a primitive value",
    "no form,                 01,                        0x01 is not a primitive value",
    "too short,               71000000,                  longer than what holds it",
    "a negative size,         b1ffffffff,                longer than what holds it",
    "a list of too many,      c00302 5401,               longer than what holds it",
    "a list of billions,      d000000005ffffffff40,      4294967295 elements do not fit into 5 bytes",
    "a list with a rest,      c00401 5401 41,            is longer than its elements",
    "a key without a value,   c10403 414141,             a map has a key without a value",
    "a key that is a list,    c1030245 41,               0x45 is not a primitive value",
    "billions of trues,       f0000000057fffffff41,      elements that take no bytes",
    "an array without a form, e00100,                    longer than what holds it"
  })
  void what_has_no_text_is_malformed(String what, String encoded, String message) {
    Exception e = assertThrows(MalformedMessageException.class, () -> text(encoded), what);
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  @Test
  void nesting_ends_somewhere() {
    assertEquals("[".repeat(32) + "]".repeat(32), text(nested(32)));
    assertThrows(MalformedMessageException.class, () -> text(nested(33)));
    assertThrows(MalformedMessageException.class, () -> text("00".repeat(100_000)));
    assertThrows(MalformedMessageException.class, () -> text("005301".repeat(100) + "41"));
  }

  private static String nested(int depth) {
    String encoded = "45";
    for (int level = 1; level < depth; level++) {
      encoded = Wire.list(encoded);
    }
    return encoded;
  }

  private static String text(String encoded) {
    byte[] bytes = Wire.bytes(encoded);
    AmqpCursor cursor = new AmqpCursor().moveTo(bytes, 0, bytes.length);
    AmqpText text = new AmqpText();
    boolean isSet = text.read(cursor);
    assertEquals(bytes.length, cursor.position());
    return isSet ? text.toString() : null;
  }
}
