import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { fileTypeFromBuffer } from "file-type";
import { describe, expect, onTestFinished, test } from "vitest";

import { readFrom } from "#server/built-files.ts";
import { webClient } from "#server/web/files/web-client.ts";
import { listen } from "#server/web/server/http-server.ts";
import { pngImage } from "#tests/support/images.ts";
import { buildPerson, PASSWORD } from "#tests/support/people.ts";
import { temporaryFolder, type TestApp, testApp } from "#tests/support/test-app.ts";

type Client = Awaited<ReturnType<typeof serving>>;

/** The product with a page, and raw requests, since `fetch` normalises them. */
async function serving() {
  const app: TestApp = await testApp();
  const folder = temporaryFolder();
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), "<!doctype html><p>The page");
  writeFileSync(join(folder, "assets/page.js"), "export {};");
  const { server, port } = await listen(app, () => webClient(app, readFrom(folder)));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  app.publicUrl = `http://127.0.0.1:${port}`;
  const { cookie } = await buildPerson(app, "ada");

  async function send(line: string, headers: readonly string[], body: Buffer | string = ""): Promise<string> {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    const head = [`${line} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...headers];
    const length = `Content-Length: ${Buffer.byteLength(body)}`;
    socket.write(Buffer.from([...head, "Connection: close", length, "", ""].join("\r\n"), "latin1"));
    socket.write(body);
    return text(socket);
  }
  return {
    cookie,
    send,
    /** The status of the reply to a JSON call. */
    call: async (line: string, cookies: string, body?: unknown) =>
      statusOf(
        await send(
          line,
          [`Cookie: ${cookies}`, "Content-Type: application/json"],
          body === undefined ? "" : JSON.stringify(body),
        ),
      ),
  };
}

const statusOf = (reply: string): number => Number(/^HTTP\/1\.1 (\d{3})/u.exec(reply)?.[1]);

/** Cookies of other programs on the same host. */
const FOREIGN_COOKIES = [
  ["a broken escape", "theme=%zz"],
  ["a cut-off escape", "theme=%E0%A4%A"],
  ["no UTF-8", "theme=\u00ff\u00fe"],
  ["an open quotation mark", 'theme="a b\\'],
  ["no value", "theme"],
  ["no name", "=x"],
  ["nothing", ";;=;"],
  ["our name and a broken escape", "session=%zz"],
  ["our name", "session=another-program's"],
  ["eight kilobytes", `theme=${"x".repeat(8000)}`],
] as const;

describe("a cookie of another program", () => {
  test.each(FOREIGN_COOKIES)("does not affect a signed-in person: %s", async (_, foreign) => {
    const { call, cookie } = await serving();
    for (const cookies of [`${foreign}; ${cookie}`, `${cookie}; ${foreign}`]) {
      expect(await call("GET /api/user", cookies)).toBe(200);
      expect(await call("GET /trpc/account.me", cookies)).toBe(200);
      expect(await call("POST /api/prompts", cookies, { name: "Whale", prompt: "Sing" })).toBe(201);
      expect(await call("POST /trpc/auth.logout", foreign)).toBe(200);
    }
  });

  test.each(FOREIGN_COOKIES)("does not prevent signing up and in: %s", async (_, foreign) => {
    const { call } = await serving();
    const grace = { username: "grace", password: "secret-pass" };
    const ada = { username: "ada", password: PASSWORD };
    expect(await call("POST /api/register", foreign, grace)).toBe(201);
    expect(await call("POST /api/login", foreign, ada)).toBe(200);
    expect(await call("POST /trpc/auth.login", foreign, ada)).toBe(200);
  });

  test.each(FOREIGN_COOKIES)("does not prevent uploads: %s", async (_, foreign) => {
    const { send, cookie } = await serving();
    const cookies = `Cookie: ${foreign}; ${cookie}`;
    const json = "Content-Type: application/json";
    const reply = await send("POST /api/logos/upload", [cookies, json], '{"fileExtension":"png"}');
    const [, address = ""] = /"uploadURL":"http:\/\/[^/]+([^"]+)"/u.exec(reply) ?? [];
    expect(statusOf(await send(`PUT ${address}`, [cookies, "Content-Type: image/png"], pngImage()))).toBe(
      200,
    );
  });
});

test.each(["%zz", "\u00ff\u00fe", "", '"', "x".repeat(8000), "x; session=%zz", "a".repeat(40)])(
  "an invalid session cookie is no session (%#)",
  async (value) => {
    const { call, cookie } = await serving();
    for (const name of ["session", cookie.split("=")[0]]) {
      expect(await call("GET /api/user", `${name}=${value}`)).toBe(401);
      expect(await call("GET /trpc/account.me", `${name}=${value}`)).toBe(401);
      expect(await call("PUT /storage/public/logos/x.png", `${name}=${value}`)).toBe(401);
    }
  },
);

const TARGETS = [
  "/",
  "/prompts",
  "/assets/page.js",
  "/index.html",
  "/healthz",
  "/api/ai-tools",
  "/api/ai-tools/x",
  "/api/docs",
  "/trpc/tools.list",
  "/public-objects/logos/x.png",
  "/storage/public/logos/x.png",
];

const ODD_ENDINGS = [
  "/%zz",
  "/%c3",
  "/%00",
  "/..%2f..%2fetc",
  "/\u00ff",
  "?%zz",
  "?input=%zz",
  "?batch=1&input=%zz",
  "?cursor=%zz",
  "?limit[]=1",
  "?__proto__=1&constructor=2",
  `?${"a=1&".repeat(1000)}`,
];

const ODD_HEADERS = [
  "Range: bytes=999999-",
  "Range: %zz",
  'If-Match: "x"',
  "If-Unmodified-Since: Mon, 01 Jan 1990 00:00:00 GMT",
  "If-None-Match: %zz",
  "If-Modified-Since: %zz",
  "Accept-Encoding: %zz;q=x",
  "Content-Type: %zz",
  "Content-Type: application/json; charset=%zz",
  "Content-Encoding: %zz",
  "Origin: %zz",
  "X-Forwarded-For: %zz",
  "Accept: text/event-stream",
  "Expect: %zz",
];

async function statusesOf({ send, cookie }: Client, method: string, target: string) {
  const lines = [
    ...ODD_ENDINGS.map((ending) => [`${method} ${target}${ending}`, []] as const),
    ...ODD_HEADERS.map((header) => [`${method} ${target}`, [header]] as const),
  ];
  return Promise.all(
    lines.map(async ([line, headers]) => {
      const reply = await send(line, [`Cookie: ${cookie}`, ...headers], method === "GET" ? "" : "{}");
      return { asked: `${line.slice(0, 60)} ${headers.join("")}`, status: statusOf(reply) };
    }),
  );
}

test.each(TARGETS)("no malformed request gets a server error: %s", async (target) => {
  const client = await serving();
  for (const method of ["GET", "POST", "PUT"]) {
    const replies = await statusesOf(client, method, target);
    expect(replies.filter(({ status }) => !(status >= 200 && status < 500))).toEqual([]);
  }
});

test.each(["/assets/index-of-a-former-version.js", "/assets/nothing", "/manifest.webmanifest", "/icon.PNG"])(
  "a missing file is not found, without a page in its place: %s",
  async (path) => {
    const { send } = await serving();
    const reply = await send(`GET ${path}`, []);
    expect(statusOf(reply)).toBe(404);
    expect(reply).not.toContain("The page");
    expect(reply).toMatch(/^Cache-Control: no-store\r$/mu);
  },
);

test("pages ask search engines not to list them", async () => {
  const { send } = await serving();
  const reply = await send("GET /tools/2f0e", []);
  expect(statusOf(reply)).toBe(200);
  expect(reply).toMatch(/^X-Robots-Tag: noindex, nofollow\r$/mu);
});

test("robots.txt, favicon.ico and apple-touch-icon.png have their types", async () => {
  const file = (name: string) => readFileSync(join("src/client/public", name));
  expect(file("robots.txt").toString()).toBe("User-agent: *\nDisallow: /\n");
  expect([...file("favicon.ico").subarray(0, 4)]).toEqual([0, 0, 1, 0]);
  expect(await fileTypeFromBuffer(file("apple-touch-icon.png"))).toEqual({ ext: "png", mime: "image/png" });
});
