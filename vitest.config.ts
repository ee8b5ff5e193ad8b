import { availableParallelism } from "node:os";

import { defineConfig, mergeConfig } from "vitest/config";

import { POSTGRESQL_ALONE, POSTGRESQL_THOROUGH, SQLITE_ALONE } from "./tests/engines.ts";
import viteConfig from "./vite.config.ts";

const setupFiles = [`${import.meta.dirname}/tests/support/quick-hashing.ts`];
const ON_POSTGRESQL = {
  root: import.meta.dirname,
  environment: "node",
  setupFiles,
  globalSetup: [`${import.meta.dirname}/tests/support/postgresql-setup.ts`],
  testTimeout: 60_000,
};

// Separate from vite.config.ts, because a build, such as the container image's, has no tests.
export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      reporters: ["default"],
      // One more than the processors, because tests spend a quarter of their time waiting.
      maxWorkers: availableParallelism() + 1,
      // Tests leave no state in an app or page for the next one, so the files of a worker share their modules.
      isolate: false,
      tags: [{ name: "thorough", description: "Left to `npm run verify`; see decision 0059." }],
      // Even quick work may take longer on a busy machine.
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
            setupFiles,
            include: [
              "src/server/**/*.test.ts",
              "db/**/*.test.ts",
              "tests/{integration,security,faults,quality}/**/*.test.ts",
            ],
            exclude: POSTGRESQL_ALONE,
            // Some tests start several processes one after the other.
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
            setupFiles: [...setupFiles, `${import.meta.dirname}/tests/support/client-setup.ts`],
            testTimeout: 30_000,
          },
        },
      ],
    },
  }),
);
