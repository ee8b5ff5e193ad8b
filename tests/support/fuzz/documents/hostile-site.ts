import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A site that serves the given documents, each on its own host. */
export interface HostileSite {
  /** Variables for a server that can reach it. */
  environment: Record<string, string>;
  /** Serves a document. Returns the address of the host's first page. */
  publish(document: Document): string;
  close(): void;
}

export interface Document {
  kind: string;
  text: string;
}

/** The number of documents before the first host is reused; a host's rules are cached for a day. */
const HOSTS = 2000;

const hostName = (index: number): string => `127.0.${10 + Math.floor(index / 200)}.${1 + (index % 200)}`;

/** The path and type of each kind of document. */
const PLACES: Readonly<Record<string, readonly [path: string, type: string]>> = {
  feed: ["/feed.xml", "application/rss+xml"],
  page: ["/", "text/html"],
  robots: ["/robots.txt", "text/plain"],
};

export async function openHostileSite(): Promise<HostileSite> {
  const shown = new Map<string, Document>();
  let editions = 0;
  const server = createServer((request, response) => {
    const document = shown.get(request.headers.host ?? "");
    const [path, type] = PLACES[document?.kind ?? ""] ?? [];
    if (document && path === request.url)
      response.writeHead(200, { "content-type": type }).end(document.text);
    else if (request.url === "/robots.txt") response.writeHead(404).end();
    else response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Page</title>");
  });
  await new Promise<void>((resolve) => {
    server.listen(0, resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is always this
  const { port } = server.address() as AddressInfo;
  const hosts = Array.from({ length: HOSTS }, (_, index) => `${hostName(index)}:${port}`);
  return {
    environment: { OUTBOUND_ALLOW: hosts.join() },
    publish(document) {
      const host = hosts[editions % HOSTS] ?? "";
      editions += 1;
      shown.clear();
      shown.set(host, document);
      return `http://${host}${document.kind === "feed" ? "/feed.xml" : "/"}`;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
