package org.sparkrabbit.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkrabbit.broker.OutgoingMessage;

class RoomTest {
  private static final long MEGABYTE = 1024 * 1024;

  private static OutgoingMessage message(int size) {
    return new OutgoingMessage(new byte[size], null);
  }

  @Test
  void a_message_counts_with_the_length_that_stands_before_it() {
    assertEquals(1004, Room.bytesOf(message(1000)));
  }

  @Test
  void as_many_messages_fit_as_the_option_says() {
    Room room = new Room(10, 1);
    assertTrue(room.fits(10, 0));
    assertFalse(room.fits(11, 0));
  }

  @Test
  void thirty_two_megabytes_fit() {
    Room room = new Room(1_000_000, 1);
    assertTrue(room.fits(1, 32 * MEGABYTE));
    assertFalse(room.fits(1, 32 * MEGABYTE + 1));
  }

  @Test
  void who_had_to_wait_goes_on_when_a_quarter_is_free() {
    Room room = new Room(100, 1);
    assertTrue(room.fitsWell(75, 24 * MEGABYTE));
    assertFalse(room.fitsWell(76, 0));
    assertFalse(room.fitsWell(1, 24 * MEGABYTE + 1));
  }

  @Test
  void room_for_one_is_room_when_all_is_confirmed() {
    assertTrue(new Room(1, 1).fitsWell(1, 100));
  }

  @ParameterizedTest
  @CsvSource({
    "100, 10000, true",
    "100, 11000, false",
    "1, 1000000, true",
    "65535, 11, true",
    "65535, 12, false"
  })
  void more_than_a_frame_is_on_its_way_only_while_every_entry_fits_into_one(
      int subEntrySize, int largest, boolean isMore) {
    Room room = new Room(1_000_000, subEntrySize);
    room.see(message(largest));
    room.see(message(5));
    assertEquals(isMore, room.fits(1, 2 * MEGABYTE));
    assertTrue(room.fits(1, MEGABYTE - 64));
  }
}
