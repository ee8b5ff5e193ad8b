import { defineConfig } from "@playwright/test";

import { findChromium } from "./tests/support/test-programs.mjs";

const executablePath = findChromium();

export default defineConfig({
  testDir: "tests/e2e",
  // One more than the processors of a small machine, because every test waits at times.
  workers: 3,
  // Every test has its own product, so the tests of a file can run in parallel.
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // Limits for tests that hang. A busy machine takes several times as long as a quiet one.
  timeout: 180_000,
  expect: { timeout: 40_000 },
  use: {
    // Without animations, elements are in their final place immediately.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      // Root can't use the sandbox. The other flags prevent the browser's own requests at every start.
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // Every test has new pages. Their scripts end before optimising them or using more threads pays off.
        "--js-flags=--no-opt --no-maglev --single-threaded",
        "--in-process-gpu",
        "--enable-features=NetworkServiceInProcess2",
      ],
    },
  },
});
