import { readFileSync } from "node:fs";

/** True if a file, rather than a folder above it, is mounted: what SQLite writes beside it then stays elsewhere. */
export function isMountedFile(realPath: string, mounts = readMounts()): boolean {
  return mounts.split("\n").some((line) => unescaped(line.split(" ")[4] ?? "") === realPath);
}

/** See https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html; empty on other systems. */
function readMounts(): string {
  try {
    return readFileSync("/proc/self/mountinfo", "utf8");
  } catch {
    return "";
  }
}

/** Spaces and the like are written as `\040`. */
const unescaped = (path: string): string =>
  path.replaceAll(/\\([0-7]{3})/gu, (_escape, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
