import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { APIRequestContext } from "@playwright/test";

import { startServer } from "#tests/support/built/processes.ts";
import { startUpstreams, type UpstreamContents } from "#tests/support/stub-upstreams.ts";

import { outsideWorld } from "./outside-world.ts";

const PROGRAM = "dist/server/stackloop.cjs";

/** The built product, with stubs of all outside services. */
export interface PicturedProduct {
  origin: string;
  /** Signs in as the demo's administrator. */
  signIn(request: APIRequestContext): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the built product with the data of `stackloop demo`, or empty. */
export async function startProduct({
  isEmpty = false,
  contents = outsideWorld,
}: { isEmpty?: boolean; contents?: UpstreamContents } = {}): Promise<PicturedProduct> {
  const data = mkdtempSync(join(tmpdir(), "stackloop-pictured-"));
  const upstreams = await startUpstreams(contents);
  const environment = {
    ...upstreams.environment,
    NODE_ENV: "production",
    PORT: "0",
    LOG_LEVEL: "warn",
    RATE_LIMITS: "off",
    DATABASE_URL: `file:${join(data, "pictured.db")}`,
    NIGHTLY_CRON: "",
    NEWS_CRON: "",
    BACKUP_CRON: "",
  };
  const printed = isEmpty
    ? ""
    : execFileSync(process.execPath, [PROGRAM, "demo"], {
        env: { ...process.env, ...environment },
      }).toString();
  const password = /password (\S+)/u.exec(printed)?.[1];
  const server = await startServer([PROGRAM, "serve"], { environment, path: "/readyz" });
  return {
    origin: server.origin,
    async signIn(request) {
      const reply = await request.post("/api/login", { data: { username: "demo", password } });
      if (!reply.ok()) throw new Error(`signing in failed: ${await reply.text()}`);
    },
    async stop() {
      await server.stop();
      await upstreams.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
