/**
 * Lints the OpenAPI document with Spectral's recommended rules; `npm test` does so with Redocly's. Fetches Spectral.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { VERSION } from "#server/version.ts";
import { openApiDocument } from "#server/web/rest/openapi.ts";

const SPECTRAL = "@stoplight/spectral-cli@6.16.3";

const folder = mkdtempSync(join(tmpdir(), "stackloop-openapi-"));
try {
  const served = { version: VERSION, origin: "https://stackloop.test", cookieName: "session" };
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(openApiDocument(served)));
  writeFileSync(join(folder, "rules.yaml"), 'extends: ["spectral:oas"]\n');
  const lint = ["spectral", "lint", "--fail-severity=hint", "--ruleset=rules.yaml", "openapi.json"];
  const { status } = spawnSync("npm", ["exec", "--yes", `--package=${SPECTRAL}`, "--", ...lint], {
    cwd: folder,
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
