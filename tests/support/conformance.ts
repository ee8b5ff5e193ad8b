import { execFile } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { z } from "zod";

import { temporaryFolder } from "./test-app.ts";

const checksSchema = z.array(
  z.object({
    id: z.string(),
    status: z.enum(["SUCCESS", "FAILURE", "WARNING", "SKIPPED", "INFO"]),
    errorMessage: z.string().optional(),
  }),
);

export interface Scenario {
  name: string;
  checks: z.infer<typeof checksSchema>;
}

export interface ConformanceRun {
  /** 0 when every check of what is scored passes, without a warning, but those of the baseline, which must not pass. */
  exitCode: number;
  /** What the suite says of it. */
  verdict: string;
  /** All that ran, with what is not scored. */
  scenarios: Scenario[];
}

const PACKAGE = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json");
const PROGRAM = join(dirname(PACKAGE), "dist/index.js");

/**
 * Runs what the official conformance suite requires of a server by a revision of the protocol, at the revision's own wire.
 * The baseline has the checks that are known not to pass, each as `scenario:check`.
 */
export async function runConformance(
  url: string,
  revision: string,
  baseline: readonly string[],
): Promise<ConformanceRun> {
  const folder = temporaryFolder();
  const results = join(folder, "results");
  const expectedFailures = join(folder, "baseline.yaml");
  // JSON is YAML.
  writeFileSync(expectedFailures, JSON.stringify({ server: baseline }));
  const args = ["server", "--url", url, "--requirements", revision, "--output-dir", results];
  args.push("--expected-failures", expectedFailures);
  const { exitCode, output } = await new Promise<{ exitCode: number; output: string }>((resolve) => {
    const suite = execFile(
      process.execPath,
      [PROGRAM, ...args],
      { cwd: folder, maxBuffer: 64_000_000 },
      (_error, stdout, stderr) => resolve({ exitCode: suite.exitCode ?? -1, output: stdout + stderr }),
    );
  });
  return {
    exitCode,
    // The line before counts what is not scored, too.
    verdict: output.slice(output.indexOf("\n", output.lastIndexOf("Total:"))).trim(),
    scenarios: readdirSync(results)
      .toSorted()
      .map((name) => ({
        name: /^server-(.+)-\d{4}-\d\d-\d\dT/u.exec(name)?.[1] ?? name,
        checks: checksSchema.parse(JSON.parse(readFileSync(join(results, name, "checks.json"), "utf8"))),
      })),
  };
}
