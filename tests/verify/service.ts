/** Checks the unit of `docs/deploy` with systemd, and measures the service's exposure. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { install } from "../support/test-programs.mjs";
import { findProgram, isRoot, run } from "./debian-programs.ts";

/** Of 10; mainly the network, and V8, which compiles while it runs. */
const MAX_EXPOSURE = 1.5;

function hasAnalyze(): boolean {
  if (findProgram("systemd-analyze") !== undefined) return true;
  if (!isRoot() || findProgram("apt-get") === undefined) return false;
  console.log("Installing systemd from Debian's packages (needed to check the unit) …");
  if (!install("systemd")) throw new Error("systemd could not be installed; see above");
  return true;
}

/** The unit, with another program, which systemd requires. */
function writeUnit(folder: string): string {
  const unit = readFileSync(join(import.meta.dirname, "../../docs/deploy/stackloop.service"), "utf8");
  const file = join(folder, "stackloop.service");
  writeFileSync(file, unit.replaceAll("/usr/local/bin/stackloop", process.execPath));
  return file;
}

function check(file: string): boolean {
  // It also reports problems of the machine's other units, and ends with 0 for minor ones.
  const { stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", file], { encoding: "utf8" });
  const complaints = stderr.split("\n").filter((line) => line.includes("stackloop.service"));
  const report = run("systemd-analyze", ["security", "--no-pager", "--offline=true", file]);
  const exposure = Number(/exposure level for \S+: ([\d.]+)/u.exec(report)?.[1]);
  const isConfined = exposure <= MAX_EXPOSURE;
  const isUnderstood = complaints.length === 0;
  const details = isUnderstood ? "all of it" : complaints.join("; ");
  console.log(`${isUnderstood ? "PASS" : "FAIL"}  systemd understands the unit: ${details}`);
  console.log(
    `${isConfined ? "PASS" : "FAIL"}  the service is confined: exposure ${exposure} of 10, at most ${MAX_EXPOSURE}`,
  );
  return isUnderstood && isConfined;
}

if (hasAnalyze()) {
  const folder = mkdtempSync(join(tmpdir(), "stackloop-unit-"));
  try {
    if (!check(writeUnit(folder))) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
} else console.log("Not checked: install systemd to see what it makes of the unit.");
