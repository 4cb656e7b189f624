package org.sparkrabbit.broker;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Who has which of the numbers that one connection gives to subscriptions, or to publishers. */
final class Numbers<T> {
  static final int MOST = 256;

  private final AtomicReferenceArray<Holder<T>> holders = new AtomicReferenceArray<>(MOST);

  private record Holder<T>(String stream, T taker) {}

  /** Takes a number for what concerns a stream, or gives -1 where all are taken. */
  int take(String stream, T taker) {
    Holder<T> holder = new Holder<>(stream, taker);
    for (int number = 0; number < MOST; number++) {
      if (holders.compareAndSet(number, null, holder)) {
        return number;
      }
    }
    return -1;
  }

  void free(int number) {
    holders.set(number, null);
  }

  /** Who has the number, or null. */
  T holder(int number) {
    Holder<T> holder = holders.get(number);
    return holder == null ? null : holder.taker;
  }

  void each(Consumer<T> action) {
    each(holder -> true, action);
  }

  void eachOf(String stream, Consumer<T> action) {
    each(holder -> holder.stream.equals(stream), action);
  }

  private void each(Predicate<Holder<T>> which, Consumer<T> action) {
    for (int number = 0; number < MOST; number++) {
      Holder<T> holder = holders.get(number);
      if (holder != null && which.test(holder)) {
        action.accept(holder.taker);
      }
    }
  }
}
