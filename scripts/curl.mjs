/** curl, with which a test does what the examples of docs/api.md say. */
import { spawnSync } from "node:child_process";

import { canInstall, install } from "./debian.mjs";
import { refuse } from "./runtime.mjs";

/** The first with `--json`, of 2022. */
const OLDEST = { major: 7, minor: 82 };

export function hasCurl() {
  const { stdout } = spawnSync("curl", ["--version"], { encoding: "utf8" });
  const [, major = 0, minor = 0] = (/^curl (\d+)\.(\d+)/.exec(stdout ?? "") ?? []).map(Number);
  return major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor);
}

/** Installs curl for root on Debian; says elsewhere that it has to be. */
export function installCurl() {
  if (canInstall()) {
    console.log("Installing Debian's curl for the tests (once) …");
    if (install("curl")) return;
  }
  refuse(
    `curl ${OLDEST.major}.${OLDEST.minor} or newer is needed: a test does what the examples of docs/api.md say. Install it and try again.`,
  );
}
