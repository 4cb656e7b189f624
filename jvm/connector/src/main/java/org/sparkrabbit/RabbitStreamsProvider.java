package org.sparkrabbit;

import java.util.Map;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.sparkrabbit.options.Settings;
import org.sparkrabbit.rows.SourceColumn;

/** What Spark finds under the name {@code rabbitmq_streams}. */
public final class RabbitStreamsProvider implements TableProvider, DataSourceRegister {
  public static final String SHORT_NAME = "rabbitmq_streams";

  @Override
  public String shortName() {
    return SHORT_NAME;
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return SourceColumn.schema();
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return new RabbitStreamsTable(Settings.of(properties));
  }
}
