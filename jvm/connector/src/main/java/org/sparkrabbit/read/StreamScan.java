package org.sparkrabbit.read;

import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.types.StructType;
import org.sparkrabbit.metrics.Metric;
import org.sparkrabbit.metrics.Reporter;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.options.Use;

/** A read of certain columns. */
record StreamScan(TableSettings settings, StructType columns) implements Scan {
  @Override
  public StructType readSchema() {
    return columns;
  }

  @Override
  public String description() {
    return "rabbitmq_streams " + settings.target();
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return Metric.reportedBy(Reporter.READ);
  }

  @Override
  public Batch toBatch() {
    settings.given().requireFit(Use.BATCH_READ);
    // A class that cannot be used is told once by the driver, and not by every task.
    UserFilter.of(settings.reading().filter(), null);
    return new StreamBatch(settings, columns);
  }

  @Override
  public MicroBatchStream toMicroBatchStream(String checkpointLocation) {
    settings.given().requireFit(Use.STREAMING_READ);
    UserFilter.of(settings.reading().filter(), null);
    return new StreamMicroBatches(settings, columns, checkpointLocation);
  }
}
