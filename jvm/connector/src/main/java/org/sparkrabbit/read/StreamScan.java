package org.sparkrabbit.read;

import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.types.StructType;
import org.sparkrabbit.metrics.Metric;
import org.sparkrabbit.metrics.Reporter;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.options.Use;

/** A read of what a query wants. Its plan is made once, by whoever needs it first. */
final class StreamScan implements SupportsReportStatistics {
  private final TableSettings settings;
  private final Wanted wanted;
  private final StreamBatch batch;

  /** Spark asks for the stream before all else, if it wants one. */
  private volatile boolean isEndless;

  StreamScan(TableSettings settings, Wanted wanted) {
    this.settings = settings;
    this.wanted = wanted;
    this.batch = new StreamBatch(settings, wanted);
  }

  @Override
  public StructType readSchema() {
    return wanted.columns();
  }

  @Override
  public String description() {
    return isEndless
        ? ScanDescription.ofStream(settings, wanted)
        : ScanDescription.ofBatch(settings, wanted);
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return Metric.reportedBy(Reporter.READ);
  }

  /**
   * Else Spark would look at the partitions to find out, and a plan that is only shown has none.
   */
  @Override
  public ColumnarSupportMode columnarSupportMode() {
    return RangeReaderFactory.givesColumns(settings, wanted.columns())
        ? ColumnarSupportMode.SUPPORTED
        : ColumnarSupportMode.UNSUPPORTED;
  }

  @Override
  public Statistics estimateStatistics() {
    return isEndless ? Estimate.UNKNOWN : batch.estimate();
  }

  /** Always the same, so that all parts of a query that share a scan read the same. */
  @Override
  public Batch toBatch() {
    settings.given().requireFit(Use.BATCH_READ);
    // A class that cannot be used is told once by the driver, and not by every task.
    UserFilter.of(settings.reading().filter(), null);
    return batch;
  }

  @Override
  public MicroBatchStream toMicroBatchStream(String checkpointLocation) {
    settings.given().requireFit(Use.STREAMING_READ);
    UserFilter.of(settings.reading().filter(), null);
    isEndless = true;
    return new StreamMicroBatches(settings, wanted.columns(), checkpointLocation);
  }
}
