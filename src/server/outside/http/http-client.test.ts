import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";

import { describe, expect, onTestFinished, test } from "vitest";

import { FORBIDDEN_HOSTS } from "#tests/support/forbidden-hosts.ts";
import { testTiming } from "#tests/support/upstreams/test-timing.ts";

import { type Resolve, resolveBySystem } from "./address-guard.ts";
import {
  type HttpClient,
  createHttpClient,
  type OutboundError,
  type OutboundRequest,
} from "./http-client.ts";
import { createPoliteQueue, type Timing } from "./politeness.ts";

interface Site {
  origin: string;
  port: number;
  hits: { url: string; headers: Record<string, unknown>; at: number }[];
}

async function site(answer: RequestListener, timing?: Timing): Promise<Site> {
  const hits: Site["hits"] = [];
  const server = createServer((request, response) => {
    hits.push({ url: request.url ?? "", headers: request.headers, at: timing?.now() ?? 0 });
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is always this
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port, hits };
}

function client(sites: readonly Site[], options: { resolve?: Resolve; timing?: Timing } = {}): HttpClient {
  const timing = options.timing ?? testTiming();
  return createHttpClient({
    userAgent: "StackLoop/test",
    allowed: new Set(sites.map(({ port }) => `127.0.0.1:${port}`)),
    resolve: options.resolve ?? resolveBySystem,
    queue: createPoliteQueue(timing),
    timing,
  });
}

const get = (url: string, more: Partial<OutboundRequest> = {}): OutboundRequest => ({
  url,
  maxBytes: 1000,
  tries: 1,
  ...more,
});

const catchError = async (sent: Promise<unknown>): Promise<OutboundError> =>
  sent.then(
    () => Promise.reject(new Error("the request went through")),
    (error: OutboundError) => error,
  );

describe("refuses to fetch", () => {
  test.each(FORBIDDEN_HOSTS)("%s, directly", async (host) => {
    const privateSite = await site((_, response) => response.end("inside"));
    const error = await catchError(client([]).send(get(`http://${host}:${privateSite.port}/`)));
    expect([error.message, privateSite.hits]).toEqual(["Couldn't reach the address", []]);
    const onPort80 = await catchError(client([]).send(get(`http://${host}/`)));
    expect(onPort80.message).toBe("Couldn't reach the address");
  });

  test.each(FORBIDDEN_HOSTS)("%s, behind a redirect", async (host) => {
    const privateSite = await site((_, response) => response.end("inside"));
    for (const status of [301, 302, 303, 307, 308]) {
      const redirecting = await site((_, response) => {
        response
          .writeHead(status, {
            location: `http://${host.replaceAll(/[①②⑦⓪]/gu, encodeURIComponent)}:${privateSite.port}/`,
          })
          .end();
      });
      await catchError(client([redirecting]).send(get(redirecting.origin)));
    }
    expect(privateSite.hits).toEqual([]);
  });

  test("a name without an address", async () => {
    const resolveToNothing: Resolve = (_, answer) => {
      // The system's lookup omits the list if it fails.
      Reflect.apply(answer, null, [new Error("ENOTFOUND")]);
    };
    expect(
      (await catchError(client([], { resolve: resolveToNothing }).send(get("http://nowhere.example/")))).kind,
    ).toBe("unreachable");
  });

  test("a name with a private address, at the first or second lookup", async () => {
    const privateSite = await site((_, response) => response.end("inside"));
    let lookupCount = 0;
    const rebinding: Resolve = (_, answer) => {
      lookupCount += 1;
      // The first address is reserved for documentation, so nothing responds there. The second lookup returns this
      // machine.
      answer(null, [{ address: lookupCount === 1 ? "203.0.113.7" : "127.0.0.1", family: 4 }]);
    };
    const http = client([], { resolve: rebinding });
    await catchError(http.send(get(`http://rebind.example/`, { tries: 2 })));
    expect([lookupCount > 0, privateSite.hits]).toEqual([true, []]);
  });

  test.each([
    "file:///etc/passwd",
    "data:text/plain,x",
    "ftp://example.com/",
    "gopher://example.com/",
    "blob:x",
    "not an address",
    "",
  ])("the scheme of %s", async (url) => {
    expect((await catchError(client([]).send(get(url)))).kind).toBe("refused");
  });

  test("a port that no web site uses", async () => {
    expect((await catchError(client([]).send(get("http://example.com:6379/")))).kind).toBe("refused");
  });
});

describe("requests", () => {
  test("name the product, and send no keys to the target of a redirect", async () => {
    const second = await site((_, response) => response.end("ok"));
    const first = await site((_, response) => {
      response.writeHead(302, { location: second.origin }).end();
    });
    const headers = { authorization: "Bearer secret", cookie: "a=b" };
    const reply = await client([first, second]).send(get(first.origin, { headers }));
    expect(reply).toMatchObject({ status: 200, url: `${second.origin}/` });
    expect(first.hits[0]?.headers).toMatchObject({
      "user-agent": "StackLoop/test",
      authorization: "Bearer secret",
    });
    expect(second.hits[0]?.headers).not.toHaveProperty("authorization");
    expect(second.hits[0]?.headers).not.toHaveProperty("cookie");
  });

  test("report a permanent new address", async () => {
    const last = await site((_, response) => response.end("ok"));
    const moved = await site((request, response) => {
      response.writeHead(request.url === "/for-now" ? 302 : 301, { location: `${last.origin}/new` }).end();
    });
    const http = client([moved, last]);
    expect((await http.send(get(`${moved.origin}/old`))).movedTo).toBe(`${last.origin}/new`);
    expect((await http.send(get(`${moved.origin}/for-now`))).movedTo).toBeNull();
    expect((await http.send(get(last.origin))).movedTo).toBeNull();
  });

  test("don't follow a redirect of a POST", async () => {
    const second = await site((_, response) => response.end("ok"));
    const first = await site((_, response) => {
      response.writeHead(307, { location: second.origin }).end();
    });
    await catchError(client([first, second]).send(get(first.origin, { method: "POST", body: "secret" })));
    expect(second.hits).toEqual([]);
  });

  test("follow at most three redirects", async () => {
    const loop = await site((_, response) => {
      response.writeHead(302, { location: "/again" }).end();
    });
    await catchError(client([loop]).send(get(loop.origin)));
    expect(loop.hits).toHaveLength(4);
  });
});

describe("replies", () => {
  test("are decompressed, and refused beyond the limit", async () => {
    const small = await site((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("hello"));
    });
    expect((await client([small]).send(get(small.origin))).body.toString()).toBe("hello");
    const bomb = await site((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(50_000_000)));
    });
    expect((await catchError(client([bomb]).send(get(bomb.origin)))).kind).toBe("too large");
  });

  test("have a time limit", async () => {
    const silent = await site(() => {});
    const error = await catchError(client([silent]).send(get(silent.origin, { timeoutMs: 50 })));
    expect([error.kind, error.message]).toEqual(["too slow", "Couldn't reach the address"]);
    const stalling = await site((_, response) => response.writeHead(200).write("half"));
    const unfinished = get(stalling.origin, { signal: AbortSignal.timeout(50) });
    expect((await catchError(client([stalling]).send(unfinished))).kind).toBe("too slow");
  });

  test("with status 503 lead to a retry after the server's delay", async () => {
    const timing = testTiming();
    const busy = await site((_, response) => {
      if (busy.hits.length < 3) response.writeHead(503, { "retry-after": "7" }).end();
      else response.end("at last");
    });
    const reply = await client([busy], { timing }).send(get(busy.origin, { tries: 3 }));
    expect(reply.body.toString()).toBe("at last");
    expect(timing.waits.filter((wait) => wait === 7000)).toHaveLength(2);
  });

  test("with a long delay lead to no retry", async () => {
    const busy = await site((_, response) => {
      response.writeHead(429, { "retry-after": "3600" }).end();
    });
    const error = await catchError(client([busy]).send(get(busy.origin, { tries: 3 })));
    expect([error.status, error.retryAfterMs, busy.hits.length]).toEqual([429, 3_600_000, 1]);
  });

  test("report a failure's reason to the caller, and not to the log", async () => {
    const refusing = await site((_, response) => {
      response.writeHead(403).end("not with secret-key");
    });
    const error = await catchError(client([refusing]).send(get(refusing.origin)));
    expect(error.body).toBe("not with secret-key");
    expect(inspect(error)).not.toContain("secret");
  });

  test("of a paid service are awaited concurrently", async () => {
    const pendingReplies: (() => void)[] = [];
    const provider = await site((_, response) => {
      pendingReplies.push(() => response.end("ok"));
      if (pendingReplies.length === 3) for (const reply of pendingReplies) reply();
    });
    const http = client([provider]);
    const send = () => http.send(get(provider.origin, { isQueued: false }));
    const replies = await Promise.all([send(), send(), send()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test.each([400, 401, 403, 404, 410])("with status %d are final", async (status) => {
    const failing = await site((_, response) => {
      response.writeHead(status).end();
    });
    await catchError(client([failing]).send(get(failing.origin, { tries: 3 })));
    expect(failing.hits).toHaveLength(1);
  });
});

test("sends requests to one host one at a time, with its required gap", async () => {
  const timing = testTiming();
  const queue = createPoliteQueue(timing, new Map([["export.arxiv.org", 3000]]));
  const startTimes: number[] = [];
  let activeCount = 0;
  const ask = () =>
    queue("export.arxiv.org", async () => {
      activeCount += 1;
      startTimes.push(timing.now());
      await Promise.resolve();
      expect(activeCount).toBe(1);
      activeCount -= 1;
    });
  await Promise.all([ask(), ask(), ask()]);
  expect(startTimes).toEqual([0, 3000, 6000]);
});
