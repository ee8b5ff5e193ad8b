import { execFile } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";

import { installTestTools } from "../../scripts/ensure-ready.mjs";
import { temporaryFolder } from "./test-app.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** This Node.js's programs first, like in a terminal. */
const environment = {
  ...process.env,
  PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
};

/** A project outside the clone with the typed client from a server. */
export interface ClientProject {
  folder: string;
  write(name: string, text: string): void;
  run(command: string, ...args: string[]): Promise<string>;
}

/** Installs with npm from the documented address, without other sources. */
export async function clientProject(
  origin: string,
  manifest: Record<string, unknown> = { type: "module" },
): Promise<ClientProject> {
  const folder = temporaryFolder();
  const project: ClientProject = {
    folder,
    write: (name, text) => {
      writeFileSync(join(folder, name), text);
    },
    async run(command, ...args) {
      try {
        const { stdout } = await run(command, args, { cwd: folder, env: environment });
        return stdout;
      } catch (error) {
        // A compiler's errors are on its standard output.
        const { stdout = "", stderr = "" }: { stdout?: string; stderr?: string } = Object(error);
        throw new Error(`${command} ${args.join(" ")}\n${stdout}${stderr}`, { cause: error });
      }
    },
  };
  project.write("package.json", JSON.stringify({ private: true, ...manifest }));
  await project.run(
    "npm",
    "install",
    "--no-audit",
    "--no-fund",
    "--cache",
    join(folder, ".npm"),
    `${origin}/api/client.tgz`,
  );
  return project;
}

/** The folder of programs that only tests use. `npm test` installs them. */
export function testTools(): string {
  const tools = join(root, "tests/tools/node_modules");
  if (!existsSync(tools)) installTestTools();
  return tools;
}

/** The compilers of the oldest and newest supported TypeScript, and of some between. */
export function compilers(): [version: string, file: string][] {
  const tools = testTools();
  return [
    ...["5.4", "5.9", "6"].map((version): [string, string] => [
      version,
      join(tools, `typescript-${version}`),
    ]),
    ["7", join(root, "node_modules/typescript")] satisfies [string, string],
  ].map(([version, folder]) => [version, join(folder, "bin/tsc")]);
}
