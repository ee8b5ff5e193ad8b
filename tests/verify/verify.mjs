/**
 * `npm run verify`: the tests that `npm test` skips, then checks that are slow or need other programs, one after the
 * other, with a summary.
 */
import { spawnSync } from "node:child_process";

import { buildIfStale } from "../../scripts/ensure-ready.mjs";
import { environment, root } from "../../scripts/runtime.mjs";
import { installTestPrograms } from "../support/test-programs.mjs";

const checks = [
  {
    title: "further inputs, amounts and programs, and rules in front of the database on PostgreSQL, too",
    command:
      "vitest run --tags-filter=thorough --passWithNoTests && vitest run --project server-postgresql-thorough",
  },
  {
    title: "further screens, sizes, amounts and failures in a browser",
    command: "playwright test --grep @thorough",
  },
  { title: "Spectral finds nothing in the OpenAPI document", command: "node tests/verify/openapi.ts" },
  { title: "a fresh clone starts", command: "node tests/verify/fresh-clone.ts" },
  { title: "safe without any configuration", command: "node tests/verify/safe-by-default.ts" },
  { title: "one executable file is the whole product", command: "node tests/verify/package.ts" },
  { title: "everything works behind nginx and Caddy with TLS", command: "node tests/verify/proxy.ts" },
  { title: "the systemd unit is understood and confined", command: "node tests/verify/service.ts" },
  {
    title: "the image is built, runs and stops as the guide says",
    command: "node tests/verify/container.ts",
  },
  { title: "the slide deck opens and looks right", command: "node tests/verify/deck.ts" },
  {
    title: "every screen and dialog fits eight windows, loads without moving and has no axe finding",
    command: "node tests/verify/screens.ts",
  },
  { title: "every page reaches the goals in Lighthouse", command: "node tests/verify/lighthouse.ts" },
  { title: "search and mentions find what other people marked", command: "node tests/quality/quality.ts" },
];

installTestPrograms();
buildIfStale();
const results = checks.map(({ title, command }) => {
  console.log(`\n── ${title} (${command})`);
  const start = performance.now();
  const { status } = spawnSync(command, { cwd: root, env: environment(), shell: true, stdio: "inherit" });
  return { title, isPassed: status === 0, seconds: (performance.now() - start) / 1000 };
});

console.log("\nSummary");
for (const { title, isPassed, seconds } of results) {
  console.log(`  ${isPassed ? "ok    " : "FAILED"}  ${title} (${seconds.toFixed(0)} s)`);
}
if (results.some(({ isPassed }) => !isPassed)) process.exitCode = 1;
