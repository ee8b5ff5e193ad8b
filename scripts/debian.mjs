/** Debian's packages, which root on Debian installs without asking. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

import { environment, refuse } from "./runtime.mjs";

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

/** The first curl with `--json`, from 2022. */
const OLDEST_CURL = { major: 7, minor: 82 };

export function hasCurl() {
  const { stdout } = spawnSync("curl", ["--version"], { encoding: "utf8" });
  const [, major = 0, minor = 0] = (/^curl (\d+)\.(\d+)/.exec(stdout ?? "") ?? []).map(Number);
  return major > OLDEST_CURL.major || (major === OLDEST_CURL.major && minor >= OLDEST_CURL.minor);
}

/** Installs curl for root on Debian; elsewhere prints how to install it. */
export function installCurl() {
  if (canInstall()) {
    console.log("Installing Debian's curl for the tests (once) …");
    if (install("curl")) return;
  }
  refuse(
    `curl ${OLDEST_CURL.major}.${OLDEST_CURL.minor} or newer is needed: a test does what the examples of docs/api.md say. Install it and try again.`,
  );
}
