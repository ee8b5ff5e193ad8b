import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Runs a program to its end. If it fails, throws with its last output. */
export function run(command: string, args: string[], folder?: string): string {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: "utf8",
    timeout: 20 * 60_000,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr.slice(-2000)}`);
  return stdout;
}

/** The path of an installed program; servers are in folders that not every PATH has. */
export const findProgram = (name: string): string | undefined =>
  [...(process.env["PATH"] ?? "").split(":"), "/usr/sbin", "/sbin"]
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

export const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * A program of a Debian package: an installed one, or one unpacked into a folder. Installing it would also start it as
 * a service, on the machine's ports. Undefined on systems without such packages.
 */
export function programOfDebian(name: string, packageName: string, folder: string): string | undefined {
  const installed = findProgram(name);
  if (installed !== undefined) return installed;
  if (findProgram("apt-get") === undefined) return undefined;
  console.log(`Fetching ${packageName} from Debian's packages (it is not installed) …`);
  mkdirSync(folder, { recursive: true });
  if (spawnSync("apt-get", ["download", packageName], { cwd: folder }).status !== 0) {
    // A fresh machine has no package lists yet, and only root can fetch them.
    if (!isRoot()) return undefined;
    run("apt-get", ["update"]);
    run("apt-get", ["download", packageName], folder);
  }
  for (const file of readdirSync(folder).filter((entry) => entry.startsWith(`${packageName}_`)))
    run("dpkg", ["-x", file, folder], folder);
  return ["usr/sbin", "usr/bin"].map((path) => join(folder, path, name)).find((file) => existsSync(file));
}
