import { atom, feedReply } from "./feed-documents.ts";
import { notFoundReply, type StubServer, stubServer } from "./stub-server.ts";

/** `OWNER/NAME` → tags with their dates. */
export type Releases = Record<string, { tag: string; published: string }[]>;

/** GitHub's `releases.atom`. */
export async function githubUpstream(releases: Releases = {}): Promise<StubServer> {
  const server: StubServer = await stubServer((hit) => {
    const repository = /^\/([^/]+\/[^/]+)\/releases\.atom$/u.exec(hit.url.pathname)?.[1] ?? "";
    const tags = releases[repository];
    if (!tags) return notFoundReply;
    const entries = tags.map(({ tag, published }) => ({
      title: tag,
      url: `https://github.com/${repository}/releases/tag/${tag}`,
      summary: `<p>What is new in ${tag}</p>`,
      published,
    }));
    return feedReply(hit, atom(`Release notes from ${repository}`, entries));
  });
  return server;
}
