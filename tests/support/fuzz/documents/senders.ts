import type { Person } from "#tests/support/built/product.ts";

import type { InflatedDocument } from "./grammar.ts";
import type { HostileSite } from "./hostile-site.ts";

/** The sender and target of documents. */
interface Reached {
  admin: Person;
  origin: string;
  site: HostileSite;
}

/** Sends a document of a kind. Returns the status. */
type WayIn = (document: string, reached: Reached) => Promise<number>;

interface Kind {
  /** The maximum length that the product accepts. */
  characters: number;
  send: WayIn;
}

/** The maximum request body, in bytes, without the names around the document. */
const BODY = 1_040_000;
const UPLOAD = 5_242_000;

const call =
  (path: string, body: (document: string) => unknown): WayIn =>
  (document, { admin }) =>
    admin.status("POST", path, body(document));

const published =
  (kind: string, path: string, body: (address: string) => unknown): WayIn =>
  (text, { admin, site }) =>
    admin.status("POST", path, body(site.publish({ kind, text })));

const lookUp = (isbnOrUrl: string) => ({ isbnOrUrl });

/** Every kind of document, by its grammar's name. */
const KINDS: Readonly<Record<string, Kind>> = {
  feed: { characters: 4_900_000, send: published("feed", "/trpc/feeds.add", (url) => ({ url })) },
  page: { characters: 1_990_000, send: published("page", "/trpc/readings.lookup", lookUp) },
  robots: { characters: 499_000, send: published("robots", "/trpc/readings.lookup", lookUp) },
  csv: {
    characters: BODY,
    send: call("/api/ai-tools/import", (content) => ({ format: "csv", content, dryRun: true })),
  },
  "json rows": {
    characters: BODY,
    send: call("/api/ai-tools/import", (content) => ({ format: "json", content, dryRun: true })),
  },
  bibtex: { characters: BODY, send: call("/trpc/imports.bibtexRows", (content) => ({ content })) },
  search: {
    characters: 5000,
    send: (document, { admin }) => admin.status("GET", `/api/search?q=${encodeURIComponent(document)}`),
  },
  texts: {
    characters: 4900,
    send: call("/api/ai-tools", (text) => ({
      name: text.slice(0, 100),
      use: text,
      notes: text,
      tags: [text.slice(0, 40)],
    })),
  },
  svg: { characters: UPLOAD, send: upload },
};

async function upload(text: string, { admin, origin }: Reached): Promise<number> {
  const answer = await admin.call("POST", "/api/logos/upload", { fileExtension: "svg" });
  const { uploadURL } = Object(answer);
  const { pathname, search } = new URL(String(uploadURL));
  const headers = { cookie: admin.cookie, "content-type": "image/svg+xml" };
  const reply = await fetch(`${origin}${pathname}${search}`, { method: "PUT", headers, body: text });
  await reply.arrayBuffer();
  return reply.status;
}

/** Builds a document of the maximum size. Returns a function that sends it. */
export function prepareDocument(blown: InflatedDocument): (reached: Reached) => Promise<number> {
  const { characters, send } = KINDS[blown.kind] ?? {
    characters: 0,
    send: () => Promise.reject(new Error(`no way in for ${blown.kind}`)),
  };
  const document = fitted(blown, characters);
  return (reached) => send(document, reached);
}

/** Characters outside ASCII take several bytes, and quotes two in a JSON body. */
function fitted(blown: InflatedDocument, characters: number): string {
  const document = blown.of(characters);
  const bytes = Buffer.byteLength(characters === BODY ? JSON.stringify(document) : document);
  return bytes <= characters ? document : blown.of(Math.floor((characters * characters) / bytes) - 100);
}
