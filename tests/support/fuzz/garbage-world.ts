import { createHash } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Servers on this machine in place of the whole outside world, with any replies. */
export interface GarbageWorld {
  /** Variables of a server that reaches nothing else. */
  environment: Record<string, string>;
  /** Addresses for the input of calls: pages, feeds, pictures. */
  addresses: string[];
  close(): void;
}

/** The number of hosts, since the product sends each one request at a time. */
const HOSTS = 8;
const KEY = "pplx-fuzz-key";

const PAGE =
  '<!doctype html><title>Whale</title><meta name="description" content="A tool"><link rel="alternate" type="application/rss+xml" href="/feed.xml"><link rel="icon" href="/icon.png"><script type="application/ld+json">{"@type":"Organization","name":"Ocean"}</script><p>Text';
const RSS =
  '<rss version="2.0"><channel><title>News</title><item><title>Whale 2.0 is out</title><link>https://a.example/1</link><guid>1</guid><pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate></item></channel></rss>';
const ATOM =
  '<feed xmlns="http://www.w3.org/2005/Atom"><title>Papers</title><entry><id>http://arxiv.org/abs/2611.00001v1</id><title>On whales</title><summary>They sing.</summary><author><name>Ada</name></author><published>2026-11-20T10:00:00Z</published><updated>2026-11-20T10:00:00Z</updated><category term="cs.AI"/></entry></feed>';
const ANSWER = JSON.stringify({
  status: "completed",
  output: [
    { type: "message", role: "assistant", content: [{ type: "output_text", text: '{"value":"Ocean"}' }] },
  ],
  usage: { input_tokens: 1, output_tokens: 1 },
});
const BOOK = JSON.stringify({ title: "Moby-Dick", authors: [{ name: "Melville" }], publish_date: "1851" });

const DOCUMENTS: readonly (readonly [string, string])[] = [
  ["text/html", PAGE],
  ["application/rss+xml", RSS],
  ["application/atom+xml", ATOM],
  ["application/json", ANSWER],
  ["application/json", BOOK],
  [
    "application/json",
    '{"hits":[{"objectID":"1","title":"Whale","url":"https://a.example/1","created_at":"x"}]}',
  ],
  ["image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ["application/json", "null"],
  ["application/json", '{"__proto__":{"title":1},"output":[[]],"hits":{}}'],
  ["text/plain", "User-agent: *\nDisallow:"],
  ["application/octet-stream", "\0\u0001\u0002"],
];

/** The same requests in the same order get the same replies for a seed. */
export async function openGarbageWorld(seed: number): Promise<GarbageWorld> {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    const bytes = createHash("sha256").update(`${seed} ${asked} ${request.url}`).digest();
    request.resume().on("end", () => {
      answer(response, request.url ?? "", bytes);
    });
  });
  server.on("clientError", (_error, socket) => socket.destroy());
  await new Promise<void>((resolve) => {
    server.listen(0, resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is always this
  const { port } = server.address() as AddressInfo;
  const hosts = Array.from({ length: HOSTS }, (_, index) => `127.0.0.${index + 1}:${port}`);
  const origin = `http://${hosts[0]}`;
  return {
    environment: {
      OUTBOUND_ALLOW: hosts.join(),
      ARXIV_API_URL: `${origin}/arxiv`,
      HN_ALGOLIA_URL: `http://${hosts[1]}`,
      GITHUB_URL: `http://${hosts[2]}`,
      OPENLIBRARY_URL: `http://${hosts[3]}`,
      AI_PROVIDER: "perplexity",
      PERPLEXITY_BASE_URL: `http://${hosts[4]}`,
      PERPLEXITY_API_KEY: KEY,
    },
    addresses: hosts.flatMap((host) => ["", "feed.xml", "icon.png"].map((path) => `http://${host}/${path}`)),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The kind of reply by a part of the path; any kind otherwise. */
const FITTING: readonly (readonly [RegExp, number])[] = [
  [/feed|\.atom|rss/u, 1],
  [/arxiv/u, 2],
  [/agent|responses/u, 3],
  [/isbn|books/u, 4],
  [/search/u, 5],
];

function documentFor(address: string, choice: number): readonly [string, string] {
  const fitting = FITTING.find(([pattern]) => pattern.test(address))?.[1];
  return DOCUMENTS[choice < 180 && fitting !== undefined ? fitting : choice % DOCUMENTS.length] ?? ["", ""];
}

function answer(response: ServerResponse, address: string, bytes: Uint8Array): void {
  const [what = 0, how = 0, where = 0] = bytes;
  const [type, document] = documentFor(address, what);
  const headers = { "content-type": type };
  const cut = document.slice(0, Math.floor((document.length * where) / 255));
  if (how < 140) response.writeHead(200, headers).end(document);
  else if (how < 190) response.writeHead(200, headers).end(cut);
  else if (how < 205) response.writeHead(404).end();
  else if (how < 215) response.writeHead(200, { ...headers, "content-encoding": "gzip" }).end(document);
  else if (how < 225) response.writeHead(302, { location: "/elsewhere" }).end();
  else if (how < 235) breakOff(response.writeHead(200, { ...headers, "content-length": "9999" }), cut);
  else if (how < 245) response.writeHead(429, { "retry-after": "3600" }).end();
  else if (how < 250) response.writeHead(500).end(document);
  else response.destroy();
}

function breakOff(response: ServerResponse, beginning: string): void {
  response.write(beginning, () => {
    response.destroy();
  });
}
