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

/** Copies what `.dockerignore` lets through: it leaves out everything, then names what is let in. */
function copyContext(target: string): void {
  const [first, ...others] = linesOf(".dockerignore");
  expect(first).toBe("*");
  for (const line of others) {
    // A pattern of another form would need a reader of its own.
    expect(line).toMatch(/^![\w./-]+$/u);
    cpSync(join(root, line.slice(1)), join(target, line.slice(1)), { recursive: true });
  }
}

/** The instructions of the stage that builds, each on one line. */
function buildInstructions(): string[] {
  const joined = linesOf("Dockerfile")
    .join("\n")
    .replaceAll(/\\\n\s*/gu, "");
  const [, build = ""] = joined.split(/^FROM .*$/mu);
  return build.trim().split("\n");
}

/** A folder with the programs that the base image and `apt-get` provide; `strip` only makes the file smaller. */
function programs(): string {
  const folder = temporaryFolder();
  if (spawnable("strip")) return folder;
  symlinkSync("/bin/true", join(folder, "strip"));
  return folder;
}

function spawnable(command: string): boolean {
  try {
    execFileSync(command, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/**
 * Follows the build stage of the Dockerfile; the installed packages are those of this clone. Returns the files that were
 * there before `npm ci`: a change of any of them has Docker install everything again.
 */
function followDockerfile(context: string, folder: string): string[] {
  const beforeInstall: string[] = [];
  const path = [dirname(process.execPath), programs(), process.env["PATH"]].join(delimiter);
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
    } else if (keyword === "RUN" && !text.startsWith("apt-get")) {
      // On the container's own disk; and only Linux has executables.
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
    } else if (!text.startsWith("apt-get update")) throw new Error(`not understood: ${instruction}`);
  }
  return beforeInstall;
}

test(
  "the container image builds from the files that .dockerignore lets in",
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
