import { defineConfig } from "@playwright/test";

import { findChromium } from "./tests/support/test-programs.mjs";

const executablePath = findChromium();

export default defineConfig({
  testDir: "tests/e2e",
  // One more than a small machine has processors, since every test waits at times.
  workers: 3,
  // Every test has a product of its own, so those of one file need not wait for each other.
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // Limits for tests that hang. A busy machine takes several times as long as a quiet one.
  timeout: 180_000,
  expect: { timeout: 40_000 },
  use: {
    // What a test looks at is in its place at once, and nobody waits for or paints the way there.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      // Root may not use the sandbox; the others keep the browser from calling home at every start.
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // Every test has new pages, whose scripts end before it would pay to optimise them or to use more threads.
        "--js-flags=--no-opt --no-maglev --single-threaded",
        "--in-process-gpu",
        "--enable-features=NetworkServiceInProcess2",
      ],
    },
  },
});
