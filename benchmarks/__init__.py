"""Measures the connector against the bare client and against Spark's Kafka connector."""
