import { afterAll, describe, expect, test } from "vitest";
import { binary, call, type Sandbox, sandbox } from "../support/binary.ts";
import { hooksFile, preEvent } from "../support/hooks.ts";

const made: Sandbox[] = [];
afterAll(() => {
  for (const box of made) box.remove();
});

/**
 * A parent that hands out pipes which do not let their user wait, as event-driven hosts do. `asleep` returns once the process
 * waits for something, so it has found the pipe empty or full.
 */
const PARENT = `
import os, subprocess, sys, fcntl
binary, event, what = sys.argv[1], sys.argv[2].encode(), sys.argv[3]
def pipe():
    r, w = os.pipe()
    for end in (r, w):
        fcntl.fcntl(end, fcntl.F_SETFL, fcntl.fcntl(end, fcntl.F_GETFL) | os.O_NONBLOCK)
    return r, w
def asleep(pid):
    for _ in range(10000000):
        if open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()[0] in "SZ": return
def drain(fd):
    os.set_blocking(fd, True)
    text = b""
    while True:
        piece = os.read(fd, 65536)
        if not piece: return text
        text += piece
if what == "stdin":
    r, w = pipe()
    p = subprocess.Popen([binary, "run", "pre"], stdin=r, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    os.close(r)
    for piece in (event[:10], event[10:90], event[90:]):
        asleep(p.pid)
        os.write(w, piece)
    os.close(w)
    out, err = p.communicate()
else:
    r, w = pipe()
    filled = 0
    try:
        while True: filled += os.write(w, b"x" * 4096)
    except BlockingIOError: pass
    p = subprocess.Popen([binary, "run", "pre"], stdin=subprocess.PIPE, stdout=w, stderr=subprocess.PIPE)
    os.close(w)
    p.stdin.write(event); p.stdin.close()
    asleep(p.pid)
    out = drain(r)[filled:]
    err = p.stderr.read(); p.wait()
sys.stdout.buffer.write(out); sys.stderr.buffer.write(err); sys.exit(p.returncode)
`;

describe.skipIf(process.platform !== "linux").concurrent("a pipe that does not let its user wait", () => {
  test.each([
    ["stdin", "the event comes in pieces"],
    ["stdout", "it is full at first"],
  ])("as %s: %s, and the decision is right and whole", async (what) => {
    const box = sandbox({
      ".hel/hooks.json": hooksFile("PreToolUse", { type: "command", command: "grep -q tool_input && exit 2" }),
    });
    made.push(box);
    expect((await box.run(["trust", "--yes"])).code).toBe(0);
    const args = ["-c", PARENT, binary, preEvent(), what];
    const { code, stdout, stderr } = await call("python3", { args, cwd: box.project, env: box.env });
    expect(stderr).not.toMatch(/EAGAIN|fault of its own/);
    expect(JSON.parse(stdout)).toMatchObject({ decision: "deny", handlers: [{ status: "blocked" }] });
    expect(code).toBe(2);
  });
});
