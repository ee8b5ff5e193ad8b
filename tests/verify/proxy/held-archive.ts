import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";

import { atomReply, buildEntry } from "#tests/support/upstreams/arxiv-upstream.ts";

const PAGE = 100;

/** An archive of papers that sends a page on request. */
export interface HeldArchive {
  /** The variables that point a server at it. */
  environment: Record<string, string>;
  /** Waits until a page is requested. Returns a function that sends it. */
  nextRequest(): Promise<() => void>;
  close(): void;
}

/** Starts an archive of two pages on this machine. */
export async function startHeldArchive(): Promise<HeldArchive> {
  const papers = Array.from({ length: PAGE + 1 }, (_, index) => buildEntry(index + 1));
  const waiting: (() => void)[] = [];
  let hear = () => {};
  const send = (response: ServerResponse, start: number) => {
    const { headers, body } = atomReply(papers.slice(start, start + PAGE), papers.length, start);
    response.writeHead(200, headers).end(body);
  };
  const server = createServer((request, response) => {
    const start = Number(new URL(request.url ?? "/", "http://archive").searchParams.get("start") ?? 0);
    waiting.push(() => send(response, start));
    hear();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    environment: {
      ARXIV_API_URL: `http://127.0.0.1:${port}/api/query`,
      OUTBOUND_ALLOW: `127.0.0.1:${port}`,
    },
    async nextRequest() {
      for (;;) {
        const next = waiting.shift();
        if (next) return next;
        await new Promise<void>((resolve) => {
          hear = resolve;
        });
      }
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
