"""Run a command in a folder until it or the standard input ends; then the folder goes."""

import json
import shutil
import subprocess
import sys
import threading

folder, command, user = json.loads(sys.argv[1])
child = subprocess.Popen(
    command, user=user, extra_groups=[] if user else None, stdin=subprocess.DEVNULL
)


def end_with_input() -> None:
    sys.stdin.read()
    child.terminate()


threading.Thread(target=end_with_input, daemon=True).start()
code = child.wait()
shutil.rmtree(folder)
sys.exit(code)
