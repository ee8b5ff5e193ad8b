/** Builds the client, the server and the documentation into `dist`. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

import { type OutputOptions, type Plugin, rolldown } from "rolldown";
import { build as buildClient } from "vite";

import { drawBrandLogo } from "#server/brands/draw-brand-logo.ts";
import { starterLogos } from "#server/features/tools/starter-catalogue.ts";
import { findImageIssue } from "#server/features/uploads/image-check.ts";

import { buildClientPackage } from "./client-package/build-client-package.ts";
import { buildDocsSite } from "./docs-site/build-docs-site.ts";
import { fingerprint, stampBuild } from "./ensure-ready.mjs";
import { pageFiles } from "./page-files.ts";
import { heapFlags } from "./runtime.mjs";

const root = join(import.meta.dirname, "..");
const clientFolder = join(root, "dist/client");
const serverFolder = join(root, "dist/server");
const brandLogosFolder = join(root, "dist/brand-logos");

/** Extensions of files that shrink. Pictures are already compressed. */
const COMPRESSIBLE = new Set([".js", ".css", ".html", ".svg"]);

/**
 * Reduces the code to read and to hold in memory: V8 stores a program's text with two bytes a character if one is not
 * Latin. Names of functions stay, so that stack traces are readable; `node --enable-source-maps` also shows their
 * positions.
 */
const SMALL_OUTPUT: OutputOptions = {
  charset: "ascii",
  comments: { legal: true, annotation: false, jsdoc: false },
  minify: {
    compress: { keepNames: { function: true, class: true } },
    mangle: false,
    codegen: { removeWhitespace: true },
  },
  sourcemap: true,
};

async function compressFiles(): Promise<void> {
  const names = readdirSync(clientFolder, { recursive: true, encoding: "utf8" });
  const compressed = names
    .filter((name) => COMPRESSIBLE.has(extname(name)))
    .map(async (name) => {
      const file = join(clientFolder, name);
      const bytes = readFileSync(file);
      writeFileSync(
        `${file}.br`,
        await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      );
      writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    });
  await Promise.all(compressed);
}

/** Builds CommonJS, which starts faster than modules. Lazy imports get their own files. */
async function buildServer(): Promise<void> {
  rmSync(serverFolder, { recursive: true, force: true });
  mkdirSync(serverFolder, { recursive: true });
  await bundle(
    {
      main: join(root, "src/server/main.ts"),
      // For tests, which run many commands in one process, because loading the program takes most of a command's time.
      "command-line": join(root, "src/server/command-line.ts"),
    },
    // Puts all code of the start in one file, because each further file would take half a millisecond.
    { groups: [{ name: "server", test: /src\/server\/(?:command-line|commands\/start-server)\.ts$/u }] },
    { plugins: [tasksInThreads, lightPackages] },
  );
  // Built separately, because a thread would otherwise load the file of the server.
  await bundle({ tasks: join(root, "src/server/workers/worker.ts") }, true, {
    plugins: [lightPackages],
  });
  await bundle({ stackloop: join(root, "src/server/built/main.ts") }, false);
  await bundle({ worker: join(root, "src/server/built/worker.ts") }, false);
  checkServerFile();
}

/** Leaves the code of tasks to the threads, because the server needs only their names and limits. */
const tasksInThreads: Plugin = {
  name: "tasks-in-threads",
  resolveDynamicImport: (_task, importer) =>
    importer?.endsWith("/workers/task-table.ts") ? { id: "./tasks.cjs", external: true } : null,
};

/**
 * Replaces parts of packages that a start would load or run for nothing. Express loads all body parsers, but only calls
 * have bodies, and `json-body.ts` imports the JSON parser itself. That parser has 500 kB of character sets, but all
 * bodies are UTF-8. Express also loads a second query parser, which is not used. Its packages log with `debug` and warn
 * with `depd`, which counts the lines of the whole program; nobody reads either here. The logger writes to files
 * itself, without threads. Rate limits are only counted in memory. The database driver finds its native part by its own
 * path, so that part remains a file.
 */
const lightPackages: Plugin = {
  name: "light-packages",
  resolveId: (id, importer = "") => (REPLACEMENTS[id]?.in.test(importer) ? `\0${id}` : null),
  load: (id) =>
    id.endsWith("/mime-db/db.json") ? readServedTypes(id) : (REPLACEMENTS[id.slice(1)]?.by ?? null),
  // tRPC is compiled for old browsers, so it copies objects property by property, several times a call.
  transform: (code, id) => {
    if (!id.includes("/@trpc/server/")) return null;
    const body = /(?<=^function _objectSpread2\()e\) \{/mu;
    return { code: code.replace(body, "e, a, b) { return { ...e, ...a, ...b };"), map: null };
  },
};

/** Returns the types of files with an extension that aren't a vendor's, and `.ico`: 350 of 2,500. */
function readServedTypes(file: string): string {
  const types: Record<string, { extensions?: string[] }> = JSON.parse(readFileSync(file, "utf8"));
  const isServed = (type: string, endings: string[]) =>
    !/\/(?:vnd|x)\b/u.test(type) || endings.includes("ico");
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(types).filter(([type, { extensions }]) => extensions && isServed(type, extensions)),
    ),
  );
}

const REPLACEMENTS: Record<string, { in: RegExp; by: string }> = {
  "./binding": {
    in: /node_modules\/better-sqlite3\//u,
    by: `const driver = require("node:path").dirname(require.resolve("better-sqlite3/package.json"));
      module.exports = require(driver + "/lib/binding.js");`,
  },
  "body-parser": { in: /node_modules\/express\//u, by: "module.exports = {};" },
  qs: { in: /node_modules\/express\//u, by: "module.exports = {};" },
  "thread-stream": { in: /node_modules\/pino\//u, by: "module.exports = {};" },
  worker_threads: { in: /node_modules\/pino\//u, by: "exports.isMainThread = true;" },
  assert: { in: /node_modules\/sonic-boom\//u, by: "module.exports = console.assert;" },
  depd: {
    in: /./u,
    by: "module.exports = () => Object.assign(() => {}, { function: (call) => call, property: () => {} });",
  },
  debug: { in: /./u, by: "module.exports = () => Object.assign(() => {}, { enabled: false });" },
  "rate-limiter-flexible": {
    in: /rate-limits\.ts$/u,
    by: ["Memory", "Res"]
      .map(
        (part) => `exports.RateLimiter${part} = require("rate-limiter-flexible/lib/RateLimiter${part}.js");`,
      )
      .join("\n"),
  },
  "iconv-lite": {
    in: /node_modules\/(?:body-parser|raw-body)\//u,
    by: "module.exports = { encodingExists: () => true, decode: (bytes) => new TextDecoder().decode(bytes) };",
  },
};

async function bundle(
  input: Record<string, string>,
  codeSplitting: OutputOptions["codeSplitting"],
  { plugins = [] }: { plugins?: Plugin[] } = {},
) {
  const bundled = await rolldown({
    input,
    plugins,
    platform: "node",
    // Vite and sharp work only in development.
    external: ["vite", "sharp"],
    // The server's file contains tasks that the server also runs itself.
    checks: { ineffectiveDynamicImport: false },
  });
  await bundled.write({
    dir: serverFolder,
    format: "cjs",
    // Node.js warns about `import()` in code that the program's loader compiled.
    dynamicImportInCjs: false,
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name]-[hash].cjs",
    // Lucia and zod distinguish classes by name.
    keepNames: true,
    codeSplitting,
    ...SMALL_OUTPUT,
  });
  await bundled.close();
}

/** Maximum size in bytes of the server's file, which each start loads. It leaves some room above the current size. */
const MAX_SERVER_BYTES = 1_500_000;

/**
 * Throws if the server's file would start slowly. A character outside Latin would double its size in memory, an import
 * instead of `import()` may load a whole feature, and a new tRPC may copy objects in another function.
 */
function checkServerFile(): void {
  for (const name of readdirSync(serverFolder).filter((file) => /^server-[^.]+\.cjs$/u.test(file))) {
    const code = readFileSync(join(serverFolder, name), "utf8");
    const [wide] = /.{0,40}[^\0-\u007F]/u.exec(code) ?? [];
    if (wide !== undefined) throw new Error(`write this character of a template as an escape: ${wide}`);
    if (code.length > MAX_SERVER_BYTES)
      throw new Error(`a start loads ${code.length} bytes: import rarely used code on demand`);
    if (!/function _objectSpread2\(\w+,\w+,\w+\)/u.test(code))
      throw new Error("tRPC copies objects in another way: adapt `lightPackages`");
  }
}

/** Copies the logos of the starter catalogue from their packages. Checks each like an upload. */
async function buildBrandLogos(): Promise<void> {
  rmSync(brandLogosFolder, { recursive: true, force: true });
  mkdirSync(brandLogosFolder, { recursive: true });
  for (const name of starterLogos.keys()) {
    for (const format of ["svg", "png"] as const) {
      const bytes = await drawBrandLogo(name, format);
      const issue = bytes ? await findImageIssue(bytes, format) : "It is in none of the packages.";
      if (!bytes || issue !== null) throw new Error(`the mark ${name}.${format} cannot be used: ${issue}`);
      writeFileSync(join(brandLogosFolder, `${name}.${format}`), bytes);
    }
  }
}

/** Makes the requests of a first start, so that V8 compiles their code and it is stored (`src/server/built/`). */
async function warmUp(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "stackloop-build-"));
  const program = [...heapFlags, join(serverFolder, "stackloop.cjs")];
  const options = {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: "0",
      DATABASE_URL: `file:${join(folder, "stackloop.db")}`,
      BACKUP_DIR: join(folder, "backups"),
      LOG_LEVEL: "warn",
      NIGHTLY_CRON: "",
      NEWS_CRON: "",
      BACKUP_CRON: "",
    },
  };
  const server = spawn(process.execPath, [...program, "serve"], {
    ...options,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(server, "exit");
  for await (const line of createInterface({ input: server.stdout })) {
    const [origin] = /http:\/\/localhost:\d+/u.exec(line) ?? [];
    if (origin === undefined) continue;
    for (const path of ["/readyz", "/", "/api/user"])
      await fetch(new URL(path, origin.replace("localhost", "127.0.0.1")));
    // A clean shutdown stores the compiled code.
    server.kill("SIGTERM");
    break;
  }
  await ended;
  if (server.exitCode !== 0) throw new Error("the built program does not run");
  // A question about many texts runs the code of threads.
  execFileSync(process.execPath, [...program, "demo"], options);
  execFileSync(
    process.execPath,
    [...program, "ask", "When did agents and models follow instructions?"],
    options,
  );
  rmSync(folder, { recursive: true, force: true });
}

// Computed first, so that a file that changes during the build counts as unbuilt.
const sources = fingerprint();
await Promise.all([
  buildClient({
    configFile: join(root, "vite.config.ts"),
    plugins: [pageFiles()],
    logLevel: "warn",
  }).then(compressFiles),
  buildServer(),
  buildBrandLogos(),
  buildClientPackage(join(root, "dist/client-package")),
  buildDocsSite(join(root, "dist/docs")),
]);
await warmUp();
stampBuild(sources);
