"""The Java virtual machine of this process, with the bare client on its class path."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import jpype

TESTKIT = Path(__file__).parents[2] / "jvm/testkit/target"


def java(name: str) -> Any:
    """A Java class by its full name."""
    if not jpype.isJVMStarted():
        _start()
    return jpype.JClass(name)


def _start() -> None:
    jars = [*TESTKIT.glob("testkit-*.jar"), *TESTKIT.glob("lib/*.jar")]
    if not jars:
        raise RuntimeError(
            f"There is no bare Java client in {TESTKIT}; ./mvnw -q -DskipTests package builds it"
        )
    # An interrupt is Python's: who ends a run wants its brokers removed.
    jpype.startJVM(
        "-Xmx1g", classpath=[str(jar) for jar in jars], convertStrings=True, interrupt=False
    )


def leave(status: int) -> None:
    """Ends this process at once, if it has a Java machine.

    Threads of Java live on while Python takes its interpreter down, and crash the process when
    they call into it then.
    """
    if jpype.isJVMStarted():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def queueing(interface: str, queue: Any, arguments: int) -> Any:
    """An object of a Java interface that adds each call's arguments, as an array, to a Java queue.

    It stays within Java: a Python callback would take the interpreter's lock for every message.
    """
    handles = java("java.lang.invoke.MethodHandles")
    types = java("java.lang.invoke.MethodType")
    array, boolean = java("java.lang.Object[]"), java("java.lang.Boolean").TYPE
    collect = handles.identity(array).asCollector(array, arguments)
    kind = types.methodType(boolean, java("java.lang.Object"))
    add = handles.publicLookup().findVirtual(java("java.util.Queue"), "add", kind).bindTo(queue)
    handle = handles.filterReturnValue(collect, add.asType(types.methodType(boolean, array)))
    return java("java.lang.invoke.MethodHandleProxies").asInterfaceInstance(java(interface), handle)
