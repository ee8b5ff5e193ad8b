import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { describe, expect, onTestFinished, test } from "vitest";

import { readFrom } from "#server/built-files.ts";
import { webClient } from "#server/web/files/web-client.ts";
import { listen } from "#server/web/server/http-server.ts";
import { temporaryFolder, testApp } from "#tests/support/test-app.ts";

const SECRET = "SQLite format 3";

/** The product with its page, and raw bytes sent to it; a secret is outside the page's folder. */
async function serving() {
  const app = await testApp();
  const folder = temporaryFolder();
  const client = join(folder, "client");
  mkdirSync(join(client, "assets"), { recursive: true });
  mkdirSync(join(folder, "data"));
  writeFileSync(join(client, "index.html"), "<!doctype html><p>The page");
  writeFileSync(join(client, "assets/page.js"), "export {};");
  for (const file of ["data/app.db", "client/.env"]) writeFileSync(join(folder, file), SECRET);
  const { server, port } = await listen(app, () => webClient(app, readFrom(client)));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const send = async (bytes: string): Promise<string> => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    await once(socket, "connect");
    socket.write(Buffer.from(bytes, "latin1"));
    return text(socket).catch(() => "");
  };
  return { send };
}

const lines = (...of: string[]) => `${of.join("\r\n")}\r\n\r\n`;
const repliesIn = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3})/gu)].map(([, status]) => Number(status));

describe("D4: HTTP that two programs could interpret differently is refused", () => {
  const post = "POST /api/login HTTP/1.1";
  const host = "Host: localhost\r\nContent-Type: application/json";
  const hidden = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
  test.each([
    [
      "a length and chunks",
      `${lines(post, host, "Content-Length: 5", "Transfer-Encoding: chunked")}0\r\n\r\n${hidden}`,
    ],
    ["two lengths", `${lines(post, host, "Content-Length: 5", "Content-Length: 6")}hello${hidden}`],
    ["a length that is no number", `${lines(post, host, "Content-Length: 5x")}hello`],
    ["an odd transfer encoding", `${lines(post, host, "Transfer-Encoding: xchunked")}0\r\n\r\n${hidden}`],
    [
      "chunked that is not last",
      `${lines(post, host, "Transfer-Encoding: chunked, identity")}0\r\n\r\n${hidden}`,
    ],
    ["a chunk size that is no number", `${lines(post, host, "Transfer-Encoding: chunked")}zz\r\n`],
    ["a header folded over two lines", lines("GET / HTTP/1.1", host, "X: a", " b")],
    ["a space before a colon", lines("GET / HTTP/1.1", host, "Content-Length : 5")],
    ["NUL in a header", lines("GET / HTTP/1.1", host, "X: a\0b")],
    ["no host", lines("GET / HTTP/1.1", "X: a")],
    ["bare line feeds", "GET / HTTP/1.1\nHost: localhost\n\n"],
    ["no version that there is", lines("GET / HTTP/9.9", host)],
    ["no HTTP at all", "\x16\x03\x01\x02\x00\x01"],
    ["20 KB of headers", lines("GET / HTTP/1.1", host, `X: ${"a".repeat(20_000)}`)],
  ])("%s", async (_, bytes) => {
    const { send } = await serving();
    const received = await send(bytes);
    const [first, ...others] = repliesIn(received);
    expect([400, 431]).toContain(first);
    // The hidden request got no separate reply.
    expect(others).toEqual([]);
  });
});

describe("D5: unknown methods", () => {
  test.each(["TRACE", "PROPFIND", "PURGE", "FOO", "CONNECT"])("%s", async (method) => {
    const { send } = await serving();
    for (const path of [
      "/",
      "/api/ai-tools",
      "/trpc/tools.list",
      "/healthz",
      "/public-objects/logos/x.png",
    ]) {
      const target = method === "CONNECT" ? "example.com:443" : path;
      const received = await send(
        lines(`${method} ${target} HTTP/1.1`, "Host: localhost", "X-Echo: echoed", "Connection: close"),
      );
      const [status] = repliesIn(received);
      // Node closes an unsupported tunnel silently, and does not know FOO.
      expect([undefined, 400, 404, 405]).toContain(status);
      expect(received).not.toContain("echoed");
    }
  });
});

describe("D6: no address leads out of the page's folder, or to other files", () => {
  const UP = [
    "..",
    "%2e%2e",
    ".%2e",
    "%252e%252e",
    "..;",
    "%c0%ae%c0%ae",
    "..%00",
    "%2e%2e%5c",
    "..\\",
    "%u002e%u002e",
  ];
  const SLASHES = ["/", "%2f", "%5c", "\\", "//"];
  const climbing = UP.flatMap((up) =>
    SLASHES.map((slash) => `/assets/${up}${slash}${up}${slash}data/app.db`),
  );

  const paths = [
    ...climbing,
    "/../data/app.db",
    "//data/app.db",
    "/.env",
    "/%2eenv",
    "/assets/",
    "/.git/config",
    "/assets/page.js/../../../data/app.db",
    "/public-objects/../data/app.db",
    "/storage/public/../../data/app.db",
  ];

  test(`${paths.length} spellings`, async () => {
    const { send } = await serving();
    for (const path of paths) {
      const received = await send(lines(`GET ${path} HTTP/1.1`, "Host: localhost", "Connection: close"));
      expect([path, received.includes(SECRET)]).toEqual([path, false]);
      expect([path, repliesIn(received).length]).toEqual([path, 1]);
    }
  });
});
