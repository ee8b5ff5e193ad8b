import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { builtServer } from "../../../scripts/ensure-ready.mjs";
import { heapFlags } from "../../../scripts/runtime.mjs";

/** The result of a call. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
}

interface Sent {
  cookie?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged. */
  content?: string;
  headers?: Record<string, string>;
}

/** The product without any configuration. */
export interface Product {
  folder: string;
  port: number;
  /** Its output at the start. */
  printed: string;
  call(method: string, path: string, sent?: Sent): Promise<Reply>;
  /** Signs up. Returns the session's cookie. */
  signUp(username: string, extra?: object): Promise<string>;
  stop(): Promise<void>;
}

export const PASSWORD = "secret-pass";

/** Starts the built product in an empty folder, with only PORT=0 for a free port. */
export const startUnconfigured = (): Promise<Product> => startProduct({});

/** Starts the built product in an empty folder, with only these variables. */
export async function startProduct(environment: Readonly<Record<string, string>>): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), "stackloop-defaults-"));
  const child = spawn(process.execPath, [...heapFlags, builtServer, "serve"], {
    cwd: folder,
    env: { PATH: process.env["PATH"], PORT: "0", ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.once("exit", () => child.kill("SIGTERM"));
  let printed = "";
  const { promise: port, resolve, reject } = Promise.withResolvers<number>();
  child.stdout.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
    const found = /"port":(\d+).*"msg":"serving"/u.exec(printed)?.[1];
    if (found !== undefined) resolve(Number(found));
  });
  child.once("exit", () => reject(new Error(`the server ended: ${printed}`)));
  const origin = `http://localhost:${await port}`;

  const call: Product["call"] = async (method, path, { cookie, body, content, headers } = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      redirect: "manual",
      headers: {
        ...(cookie !== undefined && { cookie }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // fetch would add a content type to a string.
      ...(content !== undefined && { body: Buffer.from(content) }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return {
    folder,
    port: await port,
    get printed() {
      return printed;
    },
    call,
    async signUp(username, extra = {}) {
      const { headers, text } = await call("POST", "/api/register", {
        body: { username, password: PASSWORD, ...extra },
      });
      const cookie = headers.getSetCookie().at(-1)?.split(";")[0];
      if (cookie === undefined) throw new Error(`nobody could sign up: ${text}`);
      return cookie;
    },
    async stop() {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
    },
  };
}
