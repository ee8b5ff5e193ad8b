/**
 * Builds the executable file, copies only it into an empty folder, and tests it there without other programs: the main
 * path in a browser, every command, and the upgrade of older databases.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { environment, root } from "../../scripts/runtime.mjs";
import { ensureChromium } from "../support/test-programs.mjs";

/** From the one-time link to a live job, with a logo, an export, a prompt and a discussion. */
const MAIN_PATH = [
  "entry-links",
  "sign-in",
  "tools-add",
  "tools-export",
  "prompts",
  "readings",
  "jobs",
  "live",
];
/** Every command; jobs that run one in a separate process; folders of older versions. */
const PROGRAM_TESTS = [
  "tests/integration/command-line.test.ts",
  "tests/integration/command-json.test.ts",
  "tests/integration/fetch-command.test.ts",
  "tests/integration/health-command.test.ts",
  "tests/integration/token-command.test.ts",
  "tests/faults/backups.test.ts",
  "tests/faults/interrupted-commands.test.ts",
  "tests/faults/nightly-backups.test.ts",
  "tests/faults/restore-drill.test.ts",
  "tests/faults/upgrades.test.ts",
];

function run(command: string, args: string[], extra: NodeJS.ProcessEnv = {}): void {
  const env = { ...environment(), ...extra };
  const { status, error } = spawnSync(command, args, { cwd: root, env, stdio: "inherit" });
  if (status !== 0)
    throw new Error(`${command} ${args[0]} failed${error ? `: ${error.message}` : "; see above"}`);
}

run(process.execPath, ["scripts/package.mjs"]);
ensureChromium();
const folder = mkdtempSync(join(tmpdir(), "stackloop-executable-"));
try {
  const file = join(folder, "stackloop");
  copyFileSync(join(root, "dist/stackloop"), file);
  const underTest = { PROGRAM_UNDER_TEST: file };
  run("vitest", ["run", ...PROGRAM_TESTS], underTest);
  run("playwright", ["test", ...MAIN_PATH.map((name) => `tests/e2e/${name}.spec.ts`)], underTest);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
