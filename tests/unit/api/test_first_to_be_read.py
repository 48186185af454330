"""Any handler may be the first that a new process reads: it needs no other to have been read."""

import subprocess
import sys

EACH_BY_ITSELF = """
import os
import host.wiring
from api.routes import ROUTES

wanted = {name: (route, method) for route in ROUTES for method, name in route.handlers.items()}
files = {str(name).partition(".")[0]: where for name, where in wanted.items()}
print(len(files), flush=True)
for file, (route, method) in files.items():
    child = os.fork()
    if not child:
        try:
            route.handler(method)
        except BaseException as error:
            print(file, error, flush=True)
        os._exit(0)
    os.waitpid(child, 0)
"""


def test_each_can_be_read_by_itself():
    done = subprocess.run(  # noqa: S603 - the text above
        [sys.executable, "-c", EACH_BY_ITSELF], capture_output=True, text=True, check=False
    )
    count, *failed = done.stdout.splitlines()
    assert int(count) > 30, done.stderr
    assert failed == []
