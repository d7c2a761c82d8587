import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { namedScripts } from "../../src/trust/scripts.ts";
import { sandbox } from "../support/binary.ts";

const box = sandbox({ "a.sh": "", "dir/b.sh": "", "dir/c d.py": "", "conf.json": "{}", "log.txt": "" });
afterAll(box.remove);
mkdirSync(join(box.root, "outside"));
symlinkSync("/bin/sh", join(box.project, "link-out"));

const cases: readonly (readonly [string, readonly string[]])[] = [
  ["./a.sh", ["a.sh"]],
  ["sh a.sh && python3 'dir/c d.py'", ["a.sh", "dir/c d.py"]],
  ["cat >/dev/null; sh ./a.sh;sh a.sh", ["a.sh"]],
  ["cd dir && ./b.sh", ["dir/b.sh"]],
  ['python3 "dir/c d.py" --config=conf.json', ["dir/c d.py", "conf.json"]],
  ["dir/c\\ d.py", ["dir/c d.py"]],
  ['sh "$HEL_PROJECT_DIR/a.sh" > log.txt 2>&1', ["a.sh"]],
  ["sh ${HEL_PROJECT_DIR}/dir/b.sh", ["dir/b.sh"]],
  ["./link-out ../outside/x /bin/sh", []],
  ["(./a.sh | sh dir/b.sh) || true", ["a.sh", "dir/b.sh"]],
  ["", []],
];
test.each(cases)("%s", (command, wanted) => {
  expect(namedScripts(box.project, command)).toEqual(wanted);
});
