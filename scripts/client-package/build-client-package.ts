/** Makes the npm package of the typed client: a folder, and the tarball that servers offer at `/api/client.tgz`. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { type OutputOptions, rolldown } from "rolldown";

import packageFile from "#package" with { type: "json" };

import { clientTypes } from "./client-types.ts";
import { packTarball } from "./tarball.ts";

const root = join(import.meta.dirname, "../..");
const bundled = ["@trpc/client", "@trpc/server", "eventsource", "eventsource-parser"];

const manifest = {
  name: packageFile.name,
  version: packageFile.version,
  description: "Typed calls of a StackLoop server.",
  license: packageFile.license,
  type: "module",
  sideEffects: false,
  engines: { node: ">=18" },
  exports: {
    "./client": {
      import: { types: "./client.d.ts", default: "./client.js" },
      require: { types: "./client.d.cts", default: "./client.cjs" },
    },
    "./package.json": "./package.json",
  },
};

const README = `# StackLoop client

Typed calls of a StackLoop server, for Node.js 18 and newer and for browsers. It matches StackLoop ${packageFile.version}: install it again after an upgrade of the server.

\`\`\`ts
import { createStackloopClient } from "stackloop/client";

const client = createStackloopClient({ url: "https://stackloop.example.com", token: process.env.TOKEN });
const { items } = await client.tools.list.query();
\`\`\`

\`/api/docs\` on the server lists all calls.
`;

async function bundle(format: "esm" | "cjs"): Promise<Buffer> {
  const build = await rolldown({
    input: join(root, "src/client/api/stackloop-client.ts"),
    platform: "neutral",
    resolve: { conditionNames: ["import", "default"], mainFields: ["module", "main"] },
  });
  const options: OutputOptions = { format, minify: true, comments: false, codeSplitting: false };
  const { output } = await build.generate(options);
  await build.close();
  const [chunk] = output;
  const imports = [...chunk.imports, ...chunk.dynamicImports];
  if (output.length !== 1 || imports.length > 0)
    throw new Error(`the client is not one file by itself: it imports ${imports.join(", ")}`);
  return Buffer.from(chunk.code);
}

/** The licences of what is bundled. */
const licences = (): string =>
  bundled
    .map((name) => `${name}\n\n${readFileSync(join(root, "node_modules", name, "LICENSE"), "utf8")}`)
    .join("\n\n---\n\n");

/** Writes the package into `folder`, and `folder.tgz` beside it. */
export async function buildClientPackage(folder: string): Promise<void> {
  const types = Buffer.from(clientTypes());
  const [esm, cjs] = await Promise.all([bundle("esm"), bundle("cjs")]);
  const files: Record<string, Buffer> = {
    "package.json": Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`),
    "README.md": Buffer.from(README),
    LICENSE: readFileSync(join(root, "LICENSE")),
    "LICENSES-bundled": Buffer.from(licences()),
    "client.js": esm,
    "client.cjs": cjs,
    "client.d.ts": types,
    "client.d.cts": types,
  };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  writeFileSync(`${folder}.tgz`, packTarball(files));
}
