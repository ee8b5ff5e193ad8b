/** `npm run verify`: the checks that are slow or need other programs, one after the other, with a summary. */
import { spawnSync } from "node:child_process";

import { buildIfStale, installIfStale } from "./ensure-ready.mjs";
import { checkNode, chooseNode, environment, root } from "./runtime.mjs";

const checks = [
  { title: "a fresh clone starts", script: "scripts/verify-fresh-clone.ts" },
  { title: "safe without any configuration", script: "scripts/safe-by-default.ts" },
  { title: "one executable file is the whole product", script: "scripts/verify-package.ts" },
  { title: "everything works behind nginx and Caddy with TLS", script: "scripts/verify-proxy.ts" },
  { title: "the systemd unit is understood and confined", script: "scripts/verify-service.ts" },
  { title: "the image is built, runs and stops as the guide says", script: "scripts/verify-container.ts" },
  { title: "the slide deck opens and looks right", script: "scripts/verify-deck.ts" },
];

checkNode();
installIfStale();
buildIfStale();
const node = chooseNode();
const results = checks.map(({ title, script }) => {
  console.log(`\n── ${title} (${script})`);
  const start = performance.now();
  const { status } = spawnSync(node, [script], { cwd: root, env: environment(), stdio: "inherit" });
  return { title, isPassed: status === 0, seconds: (performance.now() - start) / 1000 };
});

console.log("\nSummary");
for (const { title, isPassed, seconds } of results) {
  console.log(`  ${isPassed ? "ok    " : "FAILED"}  ${title} (${seconds.toFixed(0)} s)`);
}
if (results.some(({ isPassed }) => !isPassed)) process.exitCode = 1;
