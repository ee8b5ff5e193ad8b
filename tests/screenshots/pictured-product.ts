import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { APIRequestContext } from "@playwright/test";
import Database from "better-sqlite3";

import { startServer } from "#tests/support/built/processes.ts";
import { startUpstreams, type UpstreamContents } from "#tests/support/stub-upstreams.ts";

import { outsideWorld } from "./outside-world.ts";

const PROGRAM = "dist/server/stackloop.cjs";

/** The built product, with stubs of all outside services. */
export interface PicturedProduct {
  origin: string;
  /** Signs in as the demo's administrator. */
  signIn(request: APIRequestContext): Promise<void>;
  /** Removes the failures of sources, which have no stub and would need the internet. */
  forgetFailedSources(): void;
  stop(): Promise<void>;
}

/** Single sign-on and email, which are not used. */
const SERVICES = {
  OIDC_ISSUER: "https://id.example.com",
  OIDC_CLIENT_ID: "stackloop",
  OIDC_CLIENT_SECRET: "pictured",
  OIDC_NAME: "Example ID",
  SMTP_URL: "smtp://mail.example.com",
  MAIL_FROM: "stackloop@example.com",
};

interface PicturedOptions {
  /** A team's data by default. */
  data?: "team" | "empty" | "demo";
  contents?: UpstreamContents;
}

/** Starts the built product with a team's data and all services, empty without any, or as a public demo. */
export async function startProduct({
  data: kind = "team",
  contents = outsideWorld,
}: PicturedOptions = {}): Promise<PicturedProduct> {
  const data = mkdtempSync(join(tmpdir(), "stackloop-pictured-"));
  const upstreams = await startUpstreams(contents);
  const file = join(data, "pictured.db");
  const environment = {
    ...upstreams.environment,
    NODE_ENV: "production",
    PORT: "0",
    LOG_LEVEL: "warn",
    RATE_LIMITS: "off",
    DATABASE_URL: `file:${file}`,
    NIGHTLY_CRON: "",
    NEWS_CRON: "",
    BACKUP_CRON: "",
    ...(kind === "team" && SERVICES),
    ...(kind === "demo" && { DEMO: "on" }),
  };
  const printed =
    kind !== "team"
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
    forgetFailedSources() {
      const db = new Database(file);
      db.prepare(`delete from source_states where "lastError" is not null`).run();
      db.close();
    },
    async stop() {
      await server.stop();
      await upstreams.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
