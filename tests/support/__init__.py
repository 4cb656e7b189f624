"""Real brokers, and independent clients, for tests, the demo and the benchmarks.

    from support.brokers import Brokers

    with Brokers() as brokers:
        broker = brokers.start("4.3")
        with broker.stream(max_bytes=10_000_000) as stream:
            stream.publish("a", "b")
            print(stream.values(), stream.options)

On the command line: `python -m support.broker --help`.
"""
