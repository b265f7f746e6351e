"""The hundred requirements, as a user of testinfra writes them."""

import json
import os

import pytest

scene = json.load(open(os.environ["SCENE"]))


@pytest.mark.parametrize("path", scene["files"])
def test_file_can_be_read(host, path):
    assert host.run_test("test -r %s", path).succeeded


@pytest.mark.parametrize("port", scene["ports"])
def test_port_accepts_connections(host, port):
    assert host.addr("127.0.0.1").port(port).is_reachable


@pytest.mark.parametrize("fact", scene["facts"])
def test_process_holds_kernel_capability(host, fact):
    mask = int(host.check_output("sed -n s/%s://p /proc/self/status", fact["field"]), 16)
    assert bool(mask >> fact["bit"] & 1) == fact["held"]
