/** A file of a first project, by its path below the folder. */
export interface FirstFile {
  readonly path: string;
  readonly text: string;
  readonly executable?: boolean;
}

const GUARD = `#!/bin/sh
# Refuses to write .env files, which hold secrets. The event comes on stdin as one line of JSON.
# Exit status 2 refuses the call, and what stands on stderr is told to the model; 0 lets it go on.
if grep -Eq '"(path|file_path)":"([^"]*/)?\\.env"'; then
  echo ".env holds secrets: ask the person to change it" >&2
  exit 2
fi
`;

const HOOKS = {
  hooks: {
    PreToolUse: [
      {
        matcher: "^(write_file|search_replace)$",
        hooks: [{ type: "command", command: "sh .hel/hooks/guard.sh", timeout: 10, onFailure: "block" }],
      },
    ],
  },
};

const TESTS = {
  cases: [
    {
      name: "refuses to write .env",
      sample: "pre",
      tool: "write_file",
      input: { path: "server/.env", content: "KEY=1\n" },
      expect: { decision: "deny", reason: ".env holds secrets: ask the person to change it", handlers: ["blocked"] },
    },
    {
      name: "lets other files be written",
      sample: "pre",
      tool: "write_file",
      input: { path: "server/.envrc.md", content: "notes\n" },
      expect: { decision: "continue", handlers: ["passed"] },
    },
    {
      name: "is not asked when a file is read",
      sample: "pre",
      tool: "read_file",
      input: { path: ".env" },
      expect: { decision: "continue", handlers: [] },
    },
  ],
};

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** What `init` writes: a guard, the hooks file that names it, its tests, and what keeps the trust record out of commits. */
export const FIRST_FILES: readonly FirstFile[] = [
  { path: ".hel/hooks.json", text: json(HOOKS) },
  { path: ".hel/hooks/guard.sh", text: GUARD, executable: true },
  { path: ".hel/tests/guard.json", text: json(TESTS) },
  { path: ".hel/.gitignore", text: "hooks-trust.json*\n" },
];
