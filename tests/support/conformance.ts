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
  /** 0 if every scored check passes without a warning, except those of the baseline, which must not pass. */
  exitCode: number;
  /** The suite's summary. */
  verdict: string;
  /** All scenarios that ran, including unscored ones. */
  scenarios: Scenario[];
}

const PACKAGE = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json");
const PROGRAM = join(dirname(PACKAGE), "dist/index.js");

/**
 * Runs the official conformance suite for servers with a revision of the protocol, in its own wire format. The
 * baseline lists the checks that are expected to fail, each as `scenario:check`.
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
    // The line before also counts unscored checks.
    verdict: output.slice(output.indexOf("\n", output.lastIndexOf("Total:"))).trim(),
    scenarios: readdirSync(results)
      .toSorted()
      .map((name) => ({
        name: /^server-(.+)-\d{4}-\d\d-\d\dT/u.exec(name)?.[1] ?? name,
        checks: checksSchema.parse(JSON.parse(readFileSync(join(results, name, "checks.json"), "utf8"))),
      })),
  };
}
