/**
 * Builds `dist/stackloop`: a copy of this Node.js with the launcher (`src/server/executable/`) and every file of the
 * built program, each compressed separately
 * (https://nodejs.org/docs/latest-v24.x/api/single-executable-applications.html).
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

import { rolldown } from "rolldown";

import packageFile from "#package" with { type: "json" };
import { type Manifest, MANIFEST, sha256 } from "#server/executable/contents.ts";

import { heapFlags, refuse, root } from "../runtime.mjs";

const postject = join(root, "node_modules/postject/dist/cli.js");
const dist = join(root, "dist");
const driver = join(root, "node_modules/better-sqlite3");
const executable = join(root, "dist/stackloop");
/** Node.js checks this marker to detect injected data. */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";
/** A third of a megabyte larger than at the highest quality, in a tenth of the time. */
const QUALITY = 9;

/** A file that goes into the executable file. */
interface PackedFile {
  /** The path in the folder that the program runs from; always with `/`. */
  path: string;
  bytes: Buffer;
  isCode: boolean;
}

function checkMachine(): void {
  if (process.platform !== "linux")
    refuse("npm run package makes executable files on Linux alone; see docs/admin-guide.md.");
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  // Older ones cannot pass flags to themselves; newer ones are not tested.
  if (major !== 24 || minor < 6)
    refuse(`npm run package needs Node.js 24.6 or a newer 24; this is ${process.versions.node}.`);
  if (spawnSync("strip", ["--version"]).error)
    refuse("npm run package needs the program strip; install binutils.");
}

/** Files that the built program needs, in the same folders as in the clone. */
function packedFiles(): PackedFile[] {
  return [
    // Source maps are for people with the sources. V8's compiled code depends on the code's path.
    ...packFolder(dist, "server", { isCode: true, isLeftOut: /\.map$|(?:^|\/)\.compile-cache\// }),
    ...packFolder(dist, "client", { isCode: false }),
    ...packFolder(dist, "brand-logos", { isCode: false }),
    packed(dist, "client-package.tgz", false),
    ...packFolder(driver, "lib", { isCode: true }).map(inDriver),
    ...["package.json", "LICENSE", nativePart()].map((path) => inDriver(packed(driver, path, true))),
    ...["LICENSE", "NOTICE"].map((path) => packed(root, path, false)),
    ...nodeLicence(),
  ];
}

/** Next to the programs of https://nodejs.org; other builds of Node.js store it elsewhere. */
function nodeLicence(): PackedFile[] {
  const installation = join(process.execPath, "../..");
  if (!existsSync(join(installation, "LICENSE"))) return [];
  return [{ ...packed(installation, "LICENSE", false), path: "LICENSE-nodejs" }];
}

interface Choice {
  isCode: boolean;
  isLeftOut?: RegExp;
}

function packFolder(parent: string, name: string, { isCode, isLeftOut }: Choice): PackedFile[] {
  return readdirSync(join(parent, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(parent.length + 1))
    .filter((path) => !isLeftOut?.test(path))
    .toSorted()
    .map((path) => packed(parent, path, isCode));
}

const packed = (parent: string, path: string, isCode: boolean): PackedFile => ({
  path,
  bytes: readFileSync(join(parent, path)),
  isCode,
});

const inDriver = (file: PackedFile): PackedFile => ({
  ...file,
  path: `node_modules/better-sqlite3/${file.path}`,
});

/** The native part that the driver selects for this machine. */
function nativePart(): string {
  const script = `process.stdout.write(require("./lib/binding.js").getPrebuildPath() ?? "")`;
  const file = execFileSync(process.execPath, ["-e", script], { cwd: driver, encoding: "utf8" });
  if (file === "")
    throw new Error(`better-sqlite3 brings no native part for ${process.platform}-${process.arch}`);
  return relative(driver, file);
}

function run(command: string, args: string[]): void {
  const { status, error, stderr } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr}`);
}

/** One file without imports, since Node.js finds no other before the rest is unpacked. */
async function bundleLauncher(file: string): Promise<void> {
  const bundle = await rolldown({ input: join(root, "src/server/executable/main.ts"), platform: "node" });
  await bundle.write({ file, format: "cjs", minify: false });
  await bundle.close();
}

/** Writes the files, and their list, for `assets`. */
function writeAssets(folder: string, files: readonly PackedFile[]): Record<string, string> {
  const manifest: Manifest = { version: packageFile.version, files: {} };
  const assets: Record<string, string> = {};
  for (const [index, { path, bytes, isCode }] of files.entries()) {
    manifest.files[path] = { bytes: bytes.length, sha256: sha256(bytes), isCode };
    assets[path] = join(folder, String(index));
    writeFileSync(assets[path], compress(bytes));
  }
  assets[MANIFEST] = join(folder, MANIFEST);
  writeFileSync(assets[MANIFEST], JSON.stringify(manifest));
  return assets;
}

const compress = (bytes: Buffer): Buffer =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });

async function makeExecutable(folder: string): Promise<string> {
  const launcher = join(folder, "launcher.cjs");
  await bundleLauncher(launcher);
  const blob = join(folder, "blob");
  const config = join(folder, "config.json");
  mkdirSync(join(folder, "assets"));
  writeFileSync(
    config,
    JSON.stringify({
      main: launcher,
      output: blob,
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      execArgv: heapFlags,
      // NODE_OPTIONS works as for every Node.js program.
      execArgvExtension: "env",
      assets: writeAssets(join(folder, "assets"), packedFiles()),
    }),
  );
  run(process.execPath, ["--experimental-sea-config", config]);
  const file = join(folder, "stackloop");
  copyFileSync(process.execPath, file);
  chmodSync(file, 0o755);
  // Before data is injected, which strip would remove again.
  run("strip", [file]);
  // As a separate program: its warnings about section names are irrelevant.
  run(process.execPath, [postject, file, "NODE_SEA_BLOB", blob, "--sentinel-fuse", FUSE]);
  return file;
}

checkMachine();
const folder = mkdtempSync(join(root, "dist/.package-"));
try {
  renameSync(await makeExecutable(folder), executable);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const megabytes = (statSync(executable).size / 1e6).toFixed(1);
console.log(
  `dist/stackloop (${process.platform}-${process.arch}, ${megabytes} MB, StackLoop ${packageFile.version}, Node.js ${process.versions.node})`,
);
