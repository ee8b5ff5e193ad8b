/**
 * Builds the npm package of the typed client: a folder, and the tarball that servers offer at `/api/client.tgz`.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { type OutputOptions, rolldown } from "rolldown";

import packageFile from "#package" with { type: "json" };

import { clientTypes } from "./client-types.ts";

const root = join(import.meta.dirname, "../..");
const BLOCK = 512;
/** npm's fixed date for packaged files, so that the same files produce the same tarball. */
const MODIFIED = new Date("1985-10-26T08:15:00Z").getTime() / 1000;
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

/** Writes the package to `folder`, and `folder.tgz` next to it. */
export async function buildClientPackage(folder: string): Promise<void> {
  const types = Buffer.from(clientTypes());
  const licences = bundled.map(
    (name) => `${name}\n\n${readFileSync(join(root, "node_modules", name, "LICENSE"), "utf8")}`,
  );
  const [esm, cjs] = await Promise.all([bundle("esm"), bundle("cjs")]);
  const files: Record<string, Buffer> = {
    "package.json": Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`),
    "README.md": Buffer.from(README),
    LICENSE: readFileSync(join(root, "LICENSE")),
    "LICENSES-bundled": Buffer.from(licences.join("\n\n---\n\n")),
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

/**
 * Creates a gzipped tar of files in a folder `package`, like npm's:
 * https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html.
 */
function packTarball(files: Readonly<Record<string, Buffer>>): Buffer {
  const parts = Object.entries(files).flatMap(([name, bytes]) => [
    header(`package/${name}`, bytes.length),
    bytes,
    Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK),
  ]);
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

function header(path: string, size: number): Buffer {
  if (path.length > 99) throw new Error(`${path} is too long for a tar header`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  block.write(path, 0);
  block.write(octal(0o644, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(MODIFIED, 12), 136);
  block.write("        ", 148);
  block.write("0", 156);
  block.write("ustar\u000000", 257);
  const checksum = block.reduce((sum, byte) => sum + byte, 0);
  block.write(`${checksum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}
