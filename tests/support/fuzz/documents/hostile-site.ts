import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A site that shows the documents it is given, each under a host of its own. */
export interface HostileSite {
  /** Variables of a server that may reach it. */
  environment: Record<string, string>;
  /** Shows a document; returns the address of the host's first page. */
  publish(document: Document): string;
  close(): void;
}

export interface Document {
  kind: string;
  text: string;
}

/** As many documents are shown before the first host comes again; the rules of a host are kept for a day. */
const HOSTS = 2000;

const hostName = (index: number): string => `127.0.${10 + Math.floor(index / 200)}.${1 + (index % 200)}`;

/** Where documents of a kind stand, and what they are called. */
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
