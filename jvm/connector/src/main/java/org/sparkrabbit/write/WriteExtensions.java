package org.sparkrabbit.write;

import org.sparkrabbit.extension.FilterValueExtractor;
import org.sparkrabbit.extension.HashFunction;
import org.sparkrabbit.extension.Partitioner;
import org.sparkrabbit.options.WriteSettings;

/** The objects of users' classes that a write needs. What is not named is null. */
record WriteExtensions(
    UserCode<Partitioner> partitioner,
    UserCode<HashFunction> hashFunction,
    UserCode<FilterValueExtractor> filterValueExtractor) {

  /** Fails where a class cannot be used, so the driver makes them once before any task does. */
  static WriteExtensions of(WriteSettings settings, Progress progress) {
    return new WriteExtensions(
        UserCode.of("partitionerClass", settings.partitionerClass(), Partitioner.class, progress),
        UserCode.of(
            "hashFunctionClass", settings.hashFunctionClass(), HashFunction.class, progress),
        UserCode.of(
            "filterValueExtractorClass",
            settings.filterExtractorClass(),
            FilterValueExtractor.class,
            progress));
  }
}
