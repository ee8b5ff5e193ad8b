/**
 * Makes an executable file: a copy of a Node.js program with the launcher (`src/server/executable/`) and every file
 * of the built program, compressed. The same files and Node.js produce the same bytes.
 * https://nodejs.org/docs/latest-v24.x/api/single-executable-applications.html
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, zstdCompressSync } from "node:zlib";

import { rolldown } from "rolldown";

import packageFile from "#package" with { type: "json" };
import { BROTLI_EXTENSION } from "#server/built-files.ts";
import { CODE, type Manifest, MANIFEST, sha256 } from "#server/executable/contents.ts";

import { heapFlags, refuse, root } from "../runtime.mjs";

const postject = join(root, "node_modules/postject/dist/cli.js");
const dist = join(root, "dist");
const driver = join(root, "node_modules/better-sqlite3");
/** Node.js checks this marker to detect injected data. */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";
/**
 * Quality of compression. The result is a third of a megabyte larger than at the highest quality, in a tenth of the
 * time.
 */
const COMPRESSION_QUALITY = 9;

/** File that becomes part of the executable file. */
interface PackedFile {
  /** Path in the folder from which the program runs, or in `dist`; always with `/`. */
  path: string;
  bytes: Buffer;
}

/** Platforms that the database driver and Node.js support, named like Node.js itself does. */
export type Platform = "linux-x64" | "linux-arm64" | "darwin-arm64" | "darwin-x64";

interface Target {
  platform: Platform;
  /** Node.js program of this platform, of the same version as the running one. */
  node: string;
  output: string;
}

/** Returns the platform of this machine. Throws if no executable file can be made here. */
export function ownPlatform(): Platform {
  const platform = `${process.platform}-${process.arch}`;
  if (
    platform === "linux-x64" ||
    platform === "linux-arm64" ||
    platform === "darwin-arm64" ||
    platform === "darwin-x64"
  )
    return platform;
  return refuse(`npm run package makes executable files on Linux and macOS alone; see docs/install.md.`);
}

/** Files that the launcher unpacks, in the same folders as in the clone. */
function programFiles({ platform, node }: Target): PackedFile[] {
  return [
    // Source maps are for people with the sources. V8's compiled code depends on the path of the code.
    ...packFolder(dist, "server", /\.map$|(?:^|\/)\.compile-cache\//),
    ...packFolder(driver, "lib").map(moveToDriver),
    ...["package.json", "LICENSE", `prebuilds/${platform}.node`].map((path) =>
      moveToDriver(packFile(driver, path)),
    ),
    ...["LICENSE", "NOTICE"].map((path) => packFile(root, path)),
    ...nodeLicence(node),
  ];
}

/** Files for browsers, which the server reads from the executable file; see `built-files.ts`. */
const browserFiles = (): PackedFile[] => [
  ...["client", "brand-logos", "docs"].flatMap((folder) => packFolder(dist, folder)),
  packFile(dist, "client-package.tgz"),
];

/** Returns the licence next to a program from https://nodejs.org. Other builds of Node.js store it elsewhere. */
function nodeLicence(node: string): PackedFile[] {
  const installation = join(node, "../..");
  if (!existsSync(join(installation, "LICENSE"))) return [];
  return [{ ...packFile(installation, "LICENSE"), path: "LICENSE-nodejs" }];
}

function packFolder(parent: string, name: string, excluded?: RegExp): PackedFile[] {
  return readdirSync(join(parent, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(parent.length + 1))
    .filter((path) => !excluded?.test(path))
    .toSorted()
    .map((path) => packFile(parent, path));
}

const packFile = (parent: string, path: string): PackedFile => ({
  path,
  bytes: readFileSync(join(parent, path)),
});

const moveToDriver = (file: PackedFile): PackedFile => ({
  ...file,
  path: `node_modules/better-sqlite3/${file.path}`,
});

function run(command: string, args: string[], cwd = root): void {
  const { status, error, stderr } = spawnSync(command, args, { encoding: "utf8", cwd });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr}`);
}

/** One file without imports, because Node.js finds no other file until they are unpacked. */
async function bundleLauncher(file: string): Promise<void> {
  const bundle = await rolldown({ input: join(root, "src/server/executable/main.ts"), platform: "node" });
  await bundle.write({ file, format: "cjs", minify: false });
  await bundle.close();
}

/** Matches files that are already compressed. */
const COMPRESSED_FILE = /\.(?:br|gz|tgz|png|ico|woff2)$/u;

/** Writes the assets. Returns their files by name. */
function writeAssets(folder: string, target: Target): Record<string, string> {
  const assets: Record<string, string> = {};
  const write = (name: string, bytes: Uint8Array) => {
    assets[name] = `assets/${Object.keys(assets).length}`;
    writeFileSync(join(folder, assets[name]), bytes);
  };
  const manifest: Manifest = { version: packageFile.version, files: {} };
  const code = programFiles(target);
  let at = 0;
  for (const { path, bytes } of code) {
    manifest.files[path] = { bytes: bytes.length, sha256: sha256(bytes), at };
    at += bytes.length;
  }
  write(CODE, compressCode(Buffer.concat(code.map(({ bytes }) => bytes))));
  write(MANIFEST, Buffer.from(JSON.stringify(manifest)));
  const files = browserFiles();
  const paths = new Set(files.map(({ path }) => path));
  for (const { path, bytes } of files) {
    if (COMPRESSED_FILE.test(path)) write(path, bytes);
    else if (!paths.has(`${path}${BROTLI_EXTENSION}`)) write(`${path}${BROTLI_EXTENSION}`, compress(bytes));
  }
  return assets;
}

const compress = (bytes: Buffer): Buffer =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: COMPRESSION_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

/**
 * Compresses with Zstandard, which unpacks in half the time of Brotli, and is smaller for files that resemble each
 * other.
 */
const compressCode = (bytes: Buffer): Buffer =>
  zstdCompressSync(bytes, {
    params: { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 24 },
  });

/** Bytes of a section header in a 64-bit ELF file, and the type of sections without bytes in the file. */
const HEADER_BYTES = 64;
const NO_BITS = 8;

interface Section {
  header: Buffer;
  isLoaded: boolean;
  start: number;
  end: number;
}

function readSection(program: Buffer, at: number): Section {
  const header = Buffer.from(program.subarray(at, at + HEADER_BYTES));
  const start = Number(header.readBigUInt64LE(24));
  const size = header.readUInt32LE(4) === NO_BITS ? 0 : Number(header.readBigUInt64LE(32));
  return { header, isLoaded: (header.readUInt32LE(8) & 2) > 0, start, end: start + size };
}

/**
 * Removes symbols and debugging data, a fifth of the size, from a Linux program of any processor. These sections follow
 * the loaded ones. The section names after them move up.
 */
function stripSymbols(program: Buffer): Buffer {
  const table = Number(program.readBigUInt64LE(0x28));
  const sections = Array.from({ length: program.readUInt16LE(0x3c) }, (_none, index) =>
    readSection(program, table + index * HEADER_BYTES),
  );
  const names = sections[program.readUInt16LE(0x3e)];
  if (!names) throw new Error("this is not a program for Linux");
  const loadedSections = sections.slice(0, sections.findLastIndex(({ isLoaded }) => isLoaded) + 1);
  const content = program.subarray(0, Math.max(...loadedSections.map(({ end }) => end)));
  const texts = program.subarray(names.start, names.end);
  names.header.writeBigUInt64LE(BigInt(content.length), 24);
  const padding = Buffer.alloc(-(content.length + texts.length) & 7);
  const headers = [...loadedSections, names].map(({ header }) => header);
  const strippedProgram = Buffer.concat([content, texts, padding, ...headers]);
  strippedProgram.writeBigUInt64LE(BigInt(content.length + texts.length + padding.length), 0x28);
  strippedProgram.writeUInt16LE(headers.length, 0x3c);
  strippedProgram.writeUInt16LE(headers.length - 1, 0x3e);
  return strippedProgram;
}

/** Writes the executable file of a target. */
export async function makeExecutable(target: Target): Promise<void> {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  // Older versions can't pass flags to themselves; newer ones are not tested.
  if (major !== 24 || minor < 6)
    refuse(`npm run package needs Node.js 24.6 or a newer 24; this is ${process.versions.node}.`);
  const folder = join(root, "dist/.package");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "assets"), { recursive: true });
  await bundleLauncher(join(folder, "launcher.cjs"));
  // The paths are part of the result, so they must be the same on every machine.
  writeFileSync(
    join(folder, "config.json"),
    JSON.stringify({
      main: "launcher.cjs",
      output: "blob",
      disableExperimentalSEAWarning: true,
      // Compiled code runs on one kind of processor only.
      useCodeCache: false,
      execArgv: heapFlags,
      // NODE_OPTIONS works as for every Node.js program.
      execArgvExtension: "env",
      assets: writeAssets(folder, target),
    }),
  );
  run(process.execPath, ["--experimental-sea-config", "config.json"], folder);
  const file = join(folder, "stackloop");
  const blob = join(folder, "blob");
  const isMac = target.platform.startsWith("darwin");
  if (isMac) {
    copyFileSync(target.node, file);
    chmodSync(file, 0o755);
    run("codesign", ["--remove-signature", file]);
    run("strip", ["-x", file]);
  } else writeFileSync(file, stripSymbols(readFileSync(target.node)), { mode: 0o755 });
  // Runs as a separate program, because its warnings about section names are irrelevant.
  const segment = isMac ? ["--macho-segment-name", "NODE_SEA"] : [];
  run(process.execPath, [postject, file, "NODE_SEA_BLOB", blob, "--sentinel-fuse", FUSE, ...segment]);
  if (isMac) run("codesign", ["--sign", "-", file]);
  renameSync(file, target.output);
  rmSync(folder, { recursive: true, force: true });
}

/** `npm run package`: makes the executable file of this machine. */
if (import.meta.main) {
  const output = join(root, "dist/stackloop");
  await makeExecutable({ platform: ownPlatform(), node: process.execPath, output });
  const megabytes = (statSync(output).size / 1e6).toFixed(1);
  console.log(
    `dist/stackloop (${ownPlatform()}, ${megabytes} MB, StackLoop ${packageFile.version}, Node.js ${process.versions.node})`,
  );
}
