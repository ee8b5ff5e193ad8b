import { execFileSync } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

import { expect, test } from "vitest";

import { temporaryFolder } from "#tests/support/test-app.ts";
import { THOROUGH } from "#tests/support/thorough.ts";

const root = join(import.meta.dirname, "../..");
const linesOf = (file: string) =>
  readFileSync(join(root, file), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"));

/** Copies the files that `.dockerignore` allows: it excludes everything, then lists exceptions. */
function copyContext(target: string): void {
  const [first, ...others] = linesOf(".dockerignore");
  expect(first).toBe("*");
  for (const line of others) {
    // Another form of pattern would need its own parser.
    expect(line).toMatch(/^![\w./-]+$/u);
    cpSync(join(root, line.slice(1)), join(target, line.slice(1)), { recursive: true });
  }
}

/** The instructions of the build stage, each on one line. */
function buildInstructions(): string[] {
  const joined = linesOf("Dockerfile")
    .join("\n")
    .replaceAll(/\\\n\s*/gu, "");
  const [, build = ""] = joined.split(/^FROM .*$/mu);
  return build.trim().split("\n");
}

/**
 * Follows the build stage of the Dockerfile, with this clone's installed packages. Returns the files that existed
 * before `npm ci`: a change to one makes Docker install everything again.
 */
function followDockerfile(context: string, folder: string): string[] {
  const beforeInstall: string[] = [];
  const path = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
  for (const instruction of buildInstructions()) {
    const [, keyword, text = ""] = /^(\w+) (.*)$/u.exec(instruction) ?? [];
    if (keyword === "WORKDIR") continue;
    if (keyword === "COPY") {
      const names = text.split(" ");
      const to = names.pop() ?? "";
      for (const name of names) cpSync(join(context, name), join(folder, to, name), { recursive: true });
    } else if (keyword === "RUN" && text.startsWith("npm ci")) {
      beforeInstall.push(...globSync("{*,.*}", { cwd: folder }).toSorted());
      symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    } else if (keyword === "RUN") {
      // On the container's own disk; only Linux has executables.
      const command = text.replace(" /data", " data");
      execFileSync(
        "sh",
        ["-c", process.platform === "linux" ? command : command.replace("package", "build")],
        {
          cwd: folder,
          env: { PATH: path, HOME: folder },
          stdio: ["ignore", "ignore", "pipe"],
        },
      );
    } else throw new Error(`not understood: ${instruction}`);
  }
  return beforeInstall;
}

test(
  "builds the container image from the files that .dockerignore allows",
  { timeout: 180_000, ...THOROUGH },
  () => {
    const context = temporaryFolder();
    copyContext(context);
    const folder = join(temporaryFolder(), "build");
    mkdirSync(folder);
    const beforeInstall = followDockerfile(context, folder);
    expect(beforeInstall).toEqual([".npmrc", "package-lock.json", "package.json"]);
    for (const name of ["server/stackloop.cjs", "client/index.html"])
      expect(existsSync(join(folder, "dist", name))).toBe(true);
    if (process.platform !== "linux") return;
    const environment = { PATH: "", HOME: folder };
    const version = execFileSync(join(folder, "dist/stackloop"), ["--version"], {
      encoding: "utf8",
      env: environment,
    });
    expect(version).toMatch(/^stackloop \d|^\d+\.\d+/u);
  },
);
