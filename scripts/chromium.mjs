/** The browser of the browser tests: one of Debian's, or else Playwright's own. */
import { existsSync } from "node:fs";

import { canInstall, install, run } from "./debian.mjs";
import { refuse } from "./runtime.mjs";

// The shell draws no windows, so the tests cost a third less than with the whole browser.
const DEBIAN_CHROMIUMS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** The path of Debian's Chromium, or undefined. */
export const findChromium = () => DEBIAN_CHROMIUMS.find((file) => existsSync(file));

/**
 * Ensures a Chromium: on Debian, for root, the shell; elsewhere an installed one, or else Playwright's own.
 */
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
