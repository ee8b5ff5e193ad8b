/** The browser of the browser tests: Debian's, or else the one that Playwright downloads. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

import { environment, refuse } from "./runtime.mjs";

/** Where Debian's package puts it. */
export const chromium = "/usr/bin/chromium";

/** Installs a Chromium: from Debian's packages for root on Debian, else into Playwright's own folder. */
export function installChromium() {
  if (isDebian() && process.getuid?.() === 0) {
    console.log("Installing Debian's chromium for the browser tests (once) …");
    if (run("apt-get update") && run("apt-get install -y --no-install-recommends chromium")) return;
  }
  console.log("Installing Playwright's Chromium for the browser tests (unless it is there) …");
  if (!run("playwright install chromium"))
    refuse("no Chromium could be installed for the browser tests; see above.");
}

const isDebian = () =>
  existsSync("/etc/os-release") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));

const run = (/** @type {string} */ command) =>
  spawnSync(command, {
    shell: true,
    stdio: "inherit",
    env: { ...environment(), DEBIAN_FRONTEND: "noninteractive" },
  }).status === 0;
