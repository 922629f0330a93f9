"""Runs a command in a pseudo terminal and answers its questions.

usage: terminal.py ANSWERS COMMAND..

ANSWERS are lines. One is typed each time the command asks, which is when its output ends with `): ` or `reason: `.
Prints the screen; the exit code is that of the command.
"""

import os
import pty
import sys

answers = sys.argv[1].splitlines()
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
screen = b""
while True:
    try:
        text = os.read(terminal, 4096)
    except OSError:  # the command closed the terminal
        break
    if not text:
        break
    screen += text
    if screen.endswith((b"): ", b"reason: ")) and answers:
        os.write(terminal, answers.pop(0).encode() + b"\n")
sys.stdout.buffer.write(screen)
sys.stdout.flush()
status = os.waitpid(pid, 0)[1]
sys.exit(os.waitstatus_to_exitcode(status))
