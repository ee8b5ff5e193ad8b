import { feedReply } from "./feed-documents.ts";
import { type Hit, notFoundReply, type StubReply, type StubServer, stubServer } from "./stub-server.ts";

/** The content of a web site: a path's text (a feed, a page), bytes of a picture, or a whole reply. */
export type SitePaths = Record<string, string | Uint8Array | StubReply>;

export interface SiteUpstream extends StubServer {
  /** Can be changed between requests. */
  paths: SitePaths;
}

/** A web site: pages, feeds with conditional requests, icons, robots.txt, and 404 for all else. */
export async function siteUpstream(paths: SitePaths): Promise<SiteUpstream> {
  const server = await stubServer((hit) => answer(hit, upstream.paths));
  const upstream = Object.assign(server, { paths });
  return upstream;
}

function answer(hit: Hit, paths: SitePaths): StubReply {
  const found = Object.hasOwn(paths, hit.url.pathname) ? paths[hit.url.pathname] : undefined;
  if (found === undefined) return notFoundReply;
  if (found instanceof Uint8Array) return { headers: { "content-type": "image/png" }, body: found };
  if (typeof found !== "string") return found;
  if (hit.url.pathname === "/robots.txt") return { headers: { "content-type": "text/plain" }, body: found };
  if (/^\s*<(?:!doctype html|html)/iu.test(found)) {
    return { headers: { "content-type": "text/html; charset=utf-8" }, body: found };
  }
  return feedReply(hit, found);
}
