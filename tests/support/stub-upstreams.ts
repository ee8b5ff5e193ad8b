import { type ArxivUpstream, arxivUpstream, buildEntry } from "./upstreams/arxiv-upstream.ts";
import { githubUpstream, type Releases } from "./upstreams/github-upstream.ts";
import { hackerNewsUpstream, type Story } from "./upstreams/hacker-news-upstream.ts";
import { type BookRecord, openLibraryUpstream } from "./upstreams/open-library-upstream.ts";
import { type AgentRequest, type ModelAnswer, perplexityUpstream } from "./upstreams/perplexity-upstream.ts";
import { type SitePaths, type SiteUpstream, siteUpstream } from "./upstreams/site-upstream.ts";
import type { StubServer } from "./upstreams/stub-server.ts";

/** Content of the stubs. Defaults to three papers and nothing else. */
export interface UpstreamContents {
  papers?: Parameters<typeof arxivUpstream>[0];
  stories?: Story[];
  releases?: Releases;
  books?: Record<string, BookRecord>;
  /** The web site of a tool, with its feeds and icons. */
  site?: SitePaths;
  /** The language model's answer; without it, none is connected. */
  model?: (request: AgentRequest) => ModelAnswer;
}

export interface StubUpstreams {
  arxiv: ArxivUpstream;
  hackerNews: StubServer;
  github: StubServer;
  openLibrary: StubServer;
  site: SiteUpstream;
  perplexity: StubServer | null;
  /** Variables that point a server at the stubs, with the guard active for all else. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

export const STUB_KEY = "pplx-stub-key-0123456789";

/** Starts a stub of each outside service on this machine. The caller closes them. */
export async function startUpstreams(contents: UpstreamContents = {}): Promise<StubUpstreams> {
  const arxiv = await arxivUpstream(contents.papers ?? [1, 2, 3].map((number) => buildEntry(number)));
  const hackerNews = await hackerNewsUpstream(contents.stories);
  const github = await githubUpstream(contents.releases);
  const openLibrary = await openLibraryUpstream(contents.books);
  const site = await siteUpstream(contents.site ?? {});
  const perplexity = contents.model ? await perplexityUpstream(STUB_KEY, contents.model) : null;
  const servers = [arxiv, hackerNews, github, openLibrary, site, ...(perplexity ? [perplexity] : [])];
  return {
    arxiv,
    hackerNews,
    github,
    openLibrary,
    site,
    perplexity,
    environment: {
      ARXIV_API_URL: arxiv.apiUrl,
      HN_ALGOLIA_URL: hackerNews.apiUrl,
      GITHUB_URL: github.origin,
      OPENLIBRARY_URL: openLibrary.origin,
      OUTBOUND_ALLOW: servers.map(({ hostAndPort }) => hostAndPort).join(","),
      ...(perplexity
        ? { AI_PROVIDER: "perplexity", PERPLEXITY_BASE_URL: perplexity.origin, PERPLEXITY_API_KEY: STUB_KEY }
        : { AI_PROVIDER: "none" }),
    },
    close: async () => {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}
