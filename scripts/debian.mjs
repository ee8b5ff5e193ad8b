/** Debian's packages, which root on Debian installs without being asked. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

import { environment } from "./runtime.mjs";

export const canInstall = () => isDebian() && process.getuid?.() === 0;

/** @returns {boolean} whether it is installed now */
export const install = (/** @type {string} */ name) =>
  run("apt-get update") && run(`apt-get install -y --no-install-recommends ${name}`);

/** Runs a command in front of whoever waits. @returns {boolean} whether it went well */
export const run = (/** @type {string} */ command) =>
  spawnSync(command, {
    shell: true,
    stdio: "inherit",
    env: { ...environment(), DEBIAN_FRONTEND: "noninteractive" },
  }).status === 0;

const isDebian = () =>
  existsSync("/etc/os-release") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
