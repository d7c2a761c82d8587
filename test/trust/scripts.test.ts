import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { namedScripts } from "../../src/trust/scripts.ts";
import { sandbox } from "../support/binary.ts";

const box = sandbox({ "a.sh": "", "dir/b.sh": "", "dir/c d.py": "", "conf.json": "{}", "log.txt": "" });
afterAll(box.remove);
mkdirSync(join(box.root, "outside"));
symlinkSync("/bin/sh", join(box.project, "link-out"));
symlinkSync("a.sh", join(box.project, "link-in"));

const followed: readonly (readonly [string, readonly string[]])[] = [
  ["./a.sh", ["a.sh"]],
  ["sh a.sh && python3 'dir/c d.py'", ["a.sh", "dir/c d.py"]],
  ["cat >/dev/null; sh ./a.sh;sh a.sh", ["a.sh"]],
  ["cd dir && ./b.sh", ["dir/b.sh"]],
  ["(cd dir && ./b.sh); ./a.sh", ["dir/b.sh", "a.sh"]],
  ["cd dir | true; ./a.sh", ["a.sh"]],
  ['python3 "dir/c d.py" --config=conf.json', ["dir/c d.py", "conf.json"]],
  ["dir/c\\ d.py", ["dir/c d.py"]],
  ['sh "$HEL_PROJECT_DIR/a.sh" > log.txt 2>&1', ["a.sh"]],
  [`sh $\{HEL_PROJECT_DIR}/dir/b.sh`, ["dir/b.sh"]],
  ["(./a.sh | sh dir/b.sh) || true", ["a.sh", "dir/b.sh"]],
  ["sh -c 'cd dir; ./b.sh'; ./a.sh", ["dir/b.sh", "a.sh"]],
  ["env X=1 timeout 5 bash -ec \"sh -c './a.sh'\"", ["a.sh"]],
  ["if true; then ./a.sh; else dir/b.sh; fi", ["a.sh", "dir/b.sh"]],
  ["true # ; ./a.sh", []],
  ["sh < a.sh", ["a.sh"]],
  ["X=$(./a.sh) true", ["a.sh"]],
  [". ./a.sh", ["a.sh"]],
  // The link is what is pinned, so that leading it elsewhere is a change.
  ["./link-in", ["link-in"]],
  ["", []],
];
test.each(followed)("followed: %s", (command, wanted) => {
  expect(namedScripts(box.project, command).files).toEqual(wanted);
});

const lost: readonly (readonly [string, readonly string[]])[] = [
  ["./a.sh", []],
  ["./link-out", ["./link-out: it leads out of the project"]],
  ["/bin/sh a.sh", ["/bin/sh: it is outside the project"]],
  ["./later.sh", ["./later.sh: it is not there now"]],
  ['sh "$X/a.sh"', ['"$X/a.sh": it is known only when it runs']],
  ["sh *.sh", ["*.sh: it is known only when it runs"]],
  ["~/x.sh", ["~/x.sh: it is known only when it runs"]],
  ["cd $X; ./a.sh", ["cd $X: the folder is known only when it runs", "./a.sh: the folder it is in is not known"]],
  ["python3 -m pkg", ["python3 -m: code or a module, not a file"]],
  ["node dir", ["dir: it is a folder"]],
  ['sh -c "$X"', ['"$X": it is known only when it runs', "sh -c: the code is not known"]],
  ["eval ./a.sh", ["eval: it runs text as code"]],
  ["ls | xargs sh", ["xargs: it reads names from its input"]],
  ["PATH=dir b.sh", ["PATH=dir: it changes what other words mean", "dir: it is a folder"]],
  ["sh <<E\n./a.sh\nE", ["<<: text of a here-document"]],
  ["sh 'a.sh", ["sh 'a.sh: the shell may read it otherwise"]],
];
test.each(lost)("named as not followed: %s", (command, wanted) => {
  expect(namedScripts(box.project, command).unfollowed).toEqual(wanted);
});

test("no command makes it throw, and no file outside the project is ever named", () => {
  const piece = fc.constantFrom(
    "./a.sh",
    " ",
    "'",
    '"',
    "$(",
    ")",
    "`",
    "cd ",
    "..",
    "/",
    ";",
    "|",
    "<<E\n",
    "sh -c ",
    "\\",
    "{",
    "}",
    "((",
    "\0",
    "$HEL_PROJECT_DIR",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece, { maxLength: 30 }).map((all) => all.join("")),
      ),
      (command) => {
        for (const file of namedScripts(box.project, command).files) expect(file).not.toMatch(/^\.\.|^\//);
      },
    ),
  );
});
