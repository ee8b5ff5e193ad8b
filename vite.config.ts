import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

import { POSTGRESQL_ALONE, POSTGRESQL_THOROUGH, SQLITE_ALONE } from "./tests/engines.ts";

const ZOD_CONFIG = `${import.meta.dirname}/src/client/api/zod-config.ts`;

const ON_POSTGRESQL = {
  root: import.meta.dirname,
  environment: "node",
  globalSetup: [`${import.meta.dirname}/tests/support/postgresql-setup.ts`],
  testTimeout: 60_000,
};

/** Whatever imports zod in the browser gets it configured; pages without a schema come without zod. */
const zodInBrowser: Plugin = {
  name: "zod-in-browser",
  enforce: "pre",
  apply: (_config, { mode }) => mode !== "test",
  resolveId: (source, importer) => (source === "zod" && importer !== ZOD_CONFIG ? ZOD_CONFIG : undefined),
};

export default defineConfig({
  root: `${import.meta.dirname}/src/client`,
  publicDir: "public",
  cacheDir: `${import.meta.dirname}/node_modules/.vite`,
  plugins: [zodInBrowser, react(), tailwindcss()],
  build: {
    outDir: "../../dist/client",
    emptyOutDir: true,
    // Inlined files would need a looser content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Tells the server which files a page consists of.
    manifest: true,
    target: "es2023",
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Zod and its configuration stay together.
            { name: "zod", test: /node_modules\/zod\/|src\/client\/api\/zod-config\.ts$/u, priority: 2 },
            // One file rather than seven comes first.
            { name: "initial", tags: ["$initial"], priority: 1 },
            {
              // Small parts of nearly every page, which otherwise are twenty files.
              name: "page",
              test: /src\/client\/(?:features\/page-view\/|format\/(?:counts|dates|web-address)|ui\/(?:badge|copy-text|empty-state|external-link|logo|near-end|page-header|picture|relative-time|search-box|select|tag|use-copy-link)\.)|lucide-react\/dist\/esm\/icons\//u,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
  test: {
    reporters: ["default"],
    // By itself Vitest leaves one processor idle: half of a small machine.
    maxWorkers: "100%",
    // Nothing is kept from one app or page for the next, so that the files of a worker share what they load.
    isolate: false,
    // What comes in a moment may take longer on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          root: import.meta.dirname,
          environment: "node",
          include: ["src/shared/**/*.test.ts"],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          root: import.meta.dirname,
          environment: "node",
          include: [
            "src/server/**/*.test.ts",
            "db/**/*.test.ts",
            "scripts/**/*.test.ts",
            "tests/{integration,security,faults}/**/*.test.ts",
          ],
          exclude: POSTGRESQL_ALONE,
          // Some start several processes one after the other.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "server-postgresql",
          ...ON_POSTGRESQL,
          include: [...POSTGRESQL_ALONE, "tests/{integration,security,faults}/**/*.test.ts"],
          exclude: [...SQLITE_ALONE, ...POSTGRESQL_THOROUGH],
        },
      },
      {
        extends: true,
        test: {
          name: "server-postgresql-thorough",
          ...ON_POSTGRESQL,
          include: POSTGRESQL_THOROUGH,
        },
      },
      {
        extends: true,
        test: {
          name: "client",
          root: import.meta.dirname,
          environment: "jsdom",
          include: ["src/client/**/*.test.{ts,tsx}"],
          setupFiles: [`${import.meta.dirname}/tests/support/client-setup.ts`],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
