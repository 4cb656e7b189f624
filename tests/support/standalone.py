"""A Spark cluster of two workers that Spark takes for two machines, as only then it speculates."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pyspark

from support.address import LOOPBACK
from support.closing import Closing
from support.elsewhere import LOGS
from support.wait import wait_until

SPARK_CLASS = Path(pyspark.__file__).parent / "bin" / "spark-class"
DEPLOY = "org.apache.spark.deploy"
WORKERS = ("127.0.0.2", "127.0.0.3")
STARTS_WITHIN = 60
ENDS_WITHIN = 60


class StandaloneCluster(Closing):
    """One core and one executor of 512 MiB for each worker."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._processes: list[subprocess.Popen[bytes]] = []
        LOGS.mkdir(parents=True, exist_ok=True)
        try:
            self._start("master.Master", LOOPBACK, "--port", "0")
            self.master = self._said("master.Master", LOOPBACK, r"spark://[\d.:]+")
            for worker in WORKERS:
                capacity = ("--cores", "1", "--memory", "600m", "--work-dir", str(directory))
                self._start("worker.Worker", worker, *capacity, self.master)
            for worker in WORKERS:
                self._said("worker.Worker", worker, "Successfully registered with master")
        except BaseException:
            self.close()
            raise

    def _start(self, role: str, host: str, *arguments: str) -> None:
        with self._log(role, host).open("wb") as log:
            self._processes.append(
                subprocess.Popen(
                    [
                        *(str(SPARK_CLASS), f"{DEPLOY}.{role}"),
                        *("--host", host, "--webui-port", "0", *arguments),
                    ],
                    cwd=self._directory,
                    env={**os.environ, "SPARK_HOME": str(SPARK_CLASS.parents[1])},
                    stdout=log,
                    stderr=subprocess.STDOUT,
                )
            )

    def _said(self, role: str, host: str, pattern: str) -> str:
        log = self._log(role, host)
        found: list[str] = wait_until(
            lambda: re.findall(pattern, log.read_text()), STARTS_WITHIN, f"{pattern!r} in {log}"
        )
        return found[0]

    @staticmethod
    def _log(role: str, host: str) -> Path:
        return LOGS / f"{role}-{host}.log"

    def close(self) -> None:
        for process in reversed(self._processes):
            process.terminate()
        for process in self._processes:
            process.wait(ENDS_WITHIN)
