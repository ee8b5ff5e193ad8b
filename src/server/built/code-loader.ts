import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";

const [BEFORE, AFTER] = ["(function (exports, require, module, __filename, __dirname) {", "\n})"];
/** Checksums of the file and of its compiled code. */
const HEADER_BYTES = 8;

type ModuleFunction = (
  exports: unknown,
  require: NodeJS.Require,
  module: { exports: unknown },
  file: string,
  folder: string,
) => void;

export interface CodeLoader {
  /** Runs a file of the folder on first use. Returns its exports. */
  load(name: string): unknown;
  /** Stores the code that V8 compiled in this process, for files without valid compiled code. */
  store(): void;
}

/**
 * Runs a built file, and stores the compiled code when this process or thread ends. Includes compiled functions, unlike
 * Node.js's own compile cache, which stores a file before it runs.
 */
export function runBuilt(folder: string, name: string): void {
  // With `--enable-source-maps`, Node.js reads the maps of files that it loads itself.
  if (process.sourceMapsEnabled) createRequire(join(folder, name))(`./${name}`);
  else {
    const { load, store } = createCodeLoader(folder);
    process.once("exit", store);
    load(name);
  }
}

/** Creates a loader for the CommonJS files of a folder and the compiled code beside them. */
export function createCodeLoader(folder: string): CodeLoader {
  const requirePackage = createRequire(join(folder, "main.cjs"));
  // V8 also rejects code of another version of its own, or compiled with other flags.
  const cacheFolder = join(folder, ".compile-cache", `${process.version}-${process.arch}`);
  const modules = new Map<string, { exports: unknown }>();
  const unstored = new Map<string, { script: Script; checksum: number }>();

  function readCompiled(name: string, checksum: number): Buffer | undefined {
    try {
      const bytes = readFileSync(join(cacheFolder, name));
      const compiled = bytes.subarray(HEADER_BYTES);
      const isValid = bytes.readUInt32LE(0) === checksum && bytes.readUInt32LE(4) === crc32(compiled);
      return isValid ? compiled : undefined;
    } catch {
      return undefined;
    }
  }

  function compile(name: string, filename: string): ModuleFunction {
    const source = readFileSync(filename);
    const checksum = crc32(source);
    const cachedData = readCompiled(name, checksum);
    const script = new Script(`${BEFORE}${source.toString()}${AFTER}`, {
      filename,
      columnOffset: -BEFORE.length,
      ...(cachedData && { cachedData }),
    });
    if (!cachedData || script.cachedDataRejected) unstored.set(name, { script, checksum });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value of the wrapped text
    return script.runInThisContext() as ModuleFunction;
  }

  function load(name: string): unknown {
    const known = modules.get(name);
    if (known) return known.exports;
    const module = { exports: {} };
    modules.set(name, module);
    const filename = join(folder, name);
    compile(name, filename)(module.exports, require, module, filename, folder);
    return module.exports;
  }

  const require: NodeJS.Require = Object.assign(
    (id: string): unknown => (id.startsWith("./") ? load(id.slice(2)) : requirePackage(id)),
    requirePackage,
  );

  function store(): void {
    if (unstored.size === 0) return;
    try {
      mkdirSync(cacheFolder, { recursive: true });
      for (const [name, { script, checksum }] of unstored) {
        const compiled = script.createCachedData();
        const header = Buffer.alloc(HEADER_BYTES);
        header.writeUInt32LE(checksum, 0);
        header.writeUInt32LE(crc32(compiled), 4);
        // The file is complete or missing, even if two processes store it.
        const unfinished = join(cacheFolder, `${name}.${process.pid}`);
        writeFileSync(unfinished, Buffer.concat([header, compiled]));
        renameSync(unfinished, join(cacheFolder, name));
      }
    } catch {
      // For example, the folder is read-only. The next start compiles again.
    }
  }

  return { load, store };
}
