import { spawnSync } from "node:child_process";

import { memoryPoolLimit, heapFlags } from "../../../scripts/runtime.mjs";
import { type Server, startServer } from "./processes.ts";

export const BUILT = "dist/server/stackloop.cjs";
export const PASSWORD = "secret-pass";
export const JSON_BODY = { "content-type": "application/json" };

type ProductOptions = Partial<Parameters<typeof startServer>[1]>;

/** The built product on a database file, without scheduled work; `program` is its executable file instead. */
export const startProduct = (
  databaseFile: string,
  { environment = {}, ...options }: ProductOptions = {},
): Promise<Server> =>
  startServer(options.program === undefined ? [...heapFlags, BUILT, "serve"] : ["serve"], {
    path: "/readyz",
    ...options,
    environment: {
      ...memoryPoolLimit,
      NODE_ENV: "production",
      PORT: "0",
      LOG_LEVEL: "error",
      RATE_LIMITS: "off",
      DATABASE_URL: `file:${databaseFile}`,
      BACKUP_DIR: `${databaseFile}.backups`,
      NIGHTLY_CRON: "",
      NEWS_CRON: "",
      BACKUP_CRON: "",
      HN_ALGOLIA_URL: "",
      OUTBOUND_ALLOW: "",
      ...environment,
    },
  });

/** A signed-in person. */
export interface Person {
  cookie: string;
  /** Calls the product and parses the reply. Throws if it is refused. */
  call(method: string, path: string, body?: unknown): Promise<unknown>;
  /** The same, but returns the status in any case. */
  status(method: string, path: string, body?: unknown): Promise<number>;
}

/** Signs up, or signs in if the name is taken. */
export async function signIn(server: Server, username: string): Promise<Person> {
  const body = JSON.stringify({ username, password: PASSWORD });
  const ask = (path: string) =>
    fetch(`${server.origin}${path}`, { method: "POST", headers: JSON_BODY, body });
  let reply = await ask("/api/register");
  if (!reply.ok) reply = await ask("/api/login");
  if (!reply.ok) throw new Error(`nobody could sign in: ${await reply.text()}`);
  const cookie = reply.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const send = (method: string, path: string, input: unknown) =>
    fetch(`${server.origin}${path}`, {
      method,
      headers: { cookie, ...(input !== undefined && JSON_BODY) },
      ...(input !== undefined && { body: JSON.stringify(input) }),
    });
  return {
    cookie,
    async call(method, path, input) {
      const answer = await send(method, path, input);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
      return text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text;
    },
    async status(method, path, input) {
      const answer = await send(method, path, input);
      await answer.arrayBuffer();
      return answer.status;
    },
  };
}

/** The id of a created item. */
export const idOf = (answer: unknown): string =>
  typeof answer === "object" && answer !== null && "id" in answer ? String(answer.id) : "";

/** Creates an administrator with the command line, before or during a server. */
export async function signInAdmin(server: Server, databaseFile: string): Promise<Person> {
  spawnSync(process.execPath, [BUILT, "user", "create", "admin", "--admin", "--password", PASSWORD], {
    env: { ...process.env, DATABASE_URL: `file:${databaseFile}`, LOG_LEVEL: "error" },
  });
  return signIn(server, "admin");
}
