package org.sparkrabbit.read;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.rabbitmq.stream.compression.DefaultCompressionCodecFactory;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.sparkrabbit.broker.ChunkHead;
import org.sparkrabbit.broker.Decompression;

class ChunkCursorTest {
  private static final long FIRST_OFFSET = 100;

  private final ByteBuf entries = Unpooled.buffer();
  private final ChunkCursor cursor =
      new ChunkCursor(new Decompression(new DefaultCompressionCodecFactory()));
  private int messages;

  @Test
  void plain_messages_are_found_where_they_lie() {
    plain("one").plain("").plain("three");
    assertEquals(List.of("one", "", "three"), rest());
  }

  @Test
  void messages_of_a_batch_stand_between_plain_ones() {
    plain("a").batch("b", "c", "").plain("d");
    assertEquals(List.of("a", "b", "c", "", "d"), rest());
  }

  @Test
  void messages_before_an_offset_are_passed_by() {
    plain("100").plain("101").batch("102", "103").batch("104", "105", "106").plain("107");
    cursor.open(chunk());
    cursor.skipTo(105);
    assertEquals(105, cursor.nextOffset());
    assertEquals(List.of("105", "106", "107"), opened());
  }

  @Test
  void whole_batches_are_passed_by_without_being_opened() {
    damagedBatch(50);
    plain("150");
    cursor.open(chunk());
    cursor.skipTo(150);
    assertEquals(List.of("150"), opened());
  }

  @Test
  void passing_by_everything_leaves_nothing() {
    plain("100").batch("101", "102");
    cursor.open(chunk());
    cursor.skipTo(5_000);
    assertFalse(cursor.hasNext());
  }

  @Test
  void an_offset_before_the_chunk_passes_by_nothing() {
    plain("100").plain("101");
    cursor.open(chunk());
    cursor.skipTo(7);
    assertEquals(List.of("100", "101"), opened());
  }

  @Test
  void steps_end_where_messages_and_batches_meet() {
    plain("a").plain("b").batch("c", "d").plain("e");
    compressedBatch("f", "g").compressedBatch("h");
    plain("i").plain("j");
    cursor.open(chunk());
    assertEquals(List.of("a", "b"), steps(100));
    assertEquals(List.of("c", "d"), steps(100));
    assertEquals(List.of("e"), steps(100));
    assertEquals(List.of("f", "g"), steps(100));
    assertEquals(List.of("h"), steps(100));
    assertEquals(List.of("i", "j"), steps(100));
    assertFalse(cursor.hasNext());
  }

  @Test
  void steps_end_where_they_are_to_end() {
    plain("a").batch("b", "c", "d").compressedBatch("e", "f").plain("g");
    cursor.open(chunk());
    assertEquals(List.of("a"), steps(3));
    assertEquals(List.of("b", "c"), steps(2));
    assertEquals(List.of("d"), steps(2));
    assertEquals(List.of("e"), steps(1));
    assertEquals(FIRST_OFFSET + 5, cursor.nextOffset());
    assertEquals(List.of("f"), steps(2));
    assertEquals(List.of("g"), steps(1));
  }

  @Test
  void steps_over_a_chunk_that_holds_less_than_it_claims_meet_damage() {
    plain("a").plain("b");
    messages = 3;
    cursor.open(chunk());
    assertThrows(DamagedChunkException.class, () -> steps(3));
  }

  private List<String> steps(int most) {
    int left = (int) (FIRST_OFFSET + messages - cursor.nextOffset());
    int[] starts = new int[most];
    int[] ends = new int[most];
    int count = cursor.steps(Math.min(most, left), starts, ends);
    return IntStream.range(0, count)
        .mapToObj(at -> new String(cursor.bytes(), starts[at], ends[at] - starts[at], UTF_8))
        .toList();
  }

  @Test
  void an_entry_that_is_longer_than_its_chunk_is_damage() {
    entries.writeInt(1_000).writeBytes(new byte[10]);
    messages = 1;
    assertDamaged();
  }

  @Test
  void a_chunk_that_holds_less_than_it_claims_is_damage() {
    plain("a");
    messages = 2;
    assertDamaged();
  }

  @Test
  void a_batch_that_is_longer_than_its_chunk_is_damage() {
    entries.writeByte(0x80).writeShort(1).writeInt(10).writeInt(1_000).writeBytes(new byte[10]);
    messages = 1;
    assertDamaged();
  }

  @Test
  void an_empty_batch_is_damage() {
    entries.writeByte(0x80).writeShort(0).writeInt(0).writeInt(0);
    messages = 1;
    assertDamaged();
  }

  @Test
  void a_wrong_checksum_is_seen() {
    plain("a");
    assertTrue(chunk().isIntact());
    assertFalse(chunk(17).isIntact());
  }

  private void assertDamaged() {
    assertThrows(DamagedChunkException.class, this::rest);
  }

  private ChunkCursorTest plain(String text) {
    byte[] body = text.getBytes(UTF_8);
    entries.writeInt(body.length).writeBytes(body);
    messages++;
    return this;
  }

  private ChunkCursorTest batch(String... texts) {
    ByteBuf inner = encoded(texts);
    int size = inner.readableBytes();
    entries.writeByte(0x80).writeShort(texts.length).writeInt(size).writeInt(size);
    entries.writeBytes(inner);
    messages += texts.length;
    return this;
  }

  private ChunkCursorTest compressedBatch(String... texts) {
    ByteBuf inner = encoded(texts);
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
      inner.getBytes(0, out, inner.readableBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    entries.writeByte(0x90).writeShort(texts.length).writeInt(inner.readableBytes());
    entries.writeInt(compressed.size()).writeBytes(compressed.toByteArray());
    messages += texts.length;
    return this;
  }

  private static ByteBuf encoded(String... texts) {
    ByteBuf inner = Unpooled.buffer();
    for (String text : texts) {
      byte[] body = text.getBytes(UTF_8);
      inner.writeInt(body.length).writeBytes(body);
    }
    return inner;
  }

  private void damagedBatch(int count) {
    entries.writeByte(0x90).writeShort(count).writeInt(9_999).writeInt(4).writeInt(-1);
    messages += count;
  }

  private Chunk chunk() {
    CRC32 checksum = new CRC32();
    checksum.update(entries.nioBuffer());
    return chunk(checksum.getValue());
  }

  private Chunk chunk(long checksum) {
    int length = entries.readableBytes();
    Chunk chunk = new Chunk();
    byte[] place = chunk.prepare(new ChunkHead(FIRST_OFFSET, messages, 0, length, checksum));
    entries.getBytes(entries.readerIndex(), place, 0, length);
    return chunk;
  }

  private List<String> rest() {
    cursor.open(chunk());
    return opened();
  }

  private List<String> opened() {
    List<String> texts = new ArrayList<>();
    while (cursor.hasNext()) {
      cursor.step();
      int length = cursor.until() - cursor.from();
      texts.add(new String(cursor.bytes(), cursor.from(), length, UTF_8));
    }
    return texts;
  }
}
