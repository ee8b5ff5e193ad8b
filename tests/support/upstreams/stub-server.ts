import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request received by a stub. */
export interface Hit {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface StubReply {
  status?: number;
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array;
}

/** A stub's reply; "hang" never replies, "cut" disconnects after some bytes. */
export type StubAnswer = StubReply | "hang" | "cut";

export interface StubServer {
  origin: string;
  /** Value for OUTBOUND_ALLOW. */
  hostAndPort: string;
  hits: Hit[];
  /** Replies to the next requests in this order, and then as usual. */
  answerNext(...answers: StubAnswer[]): void;
  /** Replies to every request this way, until null is set. */
  answerAlways(answer: StubAnswer | null): void;
  close(): Promise<void>;
}

/** A server on this machine in place of an outside one. */
export async function stubServer(answer: (hit: Hit) => StubReply | Promise<StubReply>): Promise<StubServer> {
  const hits: Hit[] = [];
  const next: StubAnswer[] = [];
  let always: StubAnswer | null = null;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const hit = await readHit(request);
    hits.push(hit);
    send(response, next.shift() ?? always ?? (await answer(hit)));
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(`The stub failed: ${String(error)}`);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is always this
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    hostAndPort: `127.0.0.1:${port}`,
    hits,
    answerNext: (...answers) => {
      next.push(...answers);
    },
    answerAlways(given) {
      always = given;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

async function readHit(request: IncomingMessage): Promise<Hit> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return {
    method: request.method ?? "GET",
    url: new URL(request.url ?? "/", "http://stub"),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value ?? "")]),
    ),
    body: Buffer.concat(chunks).toString(),
  };
}

function send(response: ServerResponse, answer: StubAnswer): void {
  if (answer === "hang") return;
  if (answer === "cut") {
    response.writeHead(200, { "content-length": "100000", "content-type": "application/json" });
    response.write('{"status":"completed","output":[');
    setImmediate(() => response.destroy());
    return;
  }
  const { status = 200, headers = {}, body = "" } = answer;
  response.writeHead(status, headers).end(body);
}

/** JSON as servers send it. */
export const json = (value: unknown, status = 200): StubReply => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8" },
  body: JSON.stringify(value),
});

export const notFoundReply: StubReply = {
  status: 404,
  headers: { "content-type": "text/plain" },
  body: "Not Found",
};

/** Text within XML or HTML. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
