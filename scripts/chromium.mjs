/** The browser of the browser tests: one of Debian's, or else the one that Playwright downloads. */
import { existsSync } from "node:fs";

import { canInstall, install, run } from "./debian.mjs";
import { refuse } from "./runtime.mjs";

// The shell has no windows to draw, which costs the tests a third less than the whole browser does.
const DEBIAN_CHROMIUMS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Where one of Debian's packages put it; undefined where none is installed. */
export const findChromium = () => DEBIAN_CHROMIUMS.find((file) => existsSync(file));

/** Has a Chromium there: on Debian, for root, the shell; elsewhere one that is there, or else Playwright's own. */
export function readyChromium() {
  const found = findChromium();
  if (found === DEBIAN_CHROMIUMS[0]) return;
  if (canInstall()) {
    console.log("Installing Debian's chromium-headless-shell for the browser tests (once) …");
    if (install("chromium-headless-shell")) return;
  }
  if (found !== undefined) return;
  console.log("Installing Playwright's Chromium for the browser tests (unless it is there) …");
  if (!run("playwright install --only-shell chromium"))
    refuse("no Chromium could be installed for the browser tests; see above.");
}
