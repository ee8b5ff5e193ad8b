import type { FeedFetcher } from "#server/outside/feeds/feed.ts";
import { OutboundError } from "#server/outside/http/http-client.ts";
import type { WebPage, PageLink, WebPages } from "#server/outside/pages/page.ts";
import { foldName } from "#shared/kernel/text-rules.ts";
import { UNDATED } from "#shared/tools/release-note-list.ts";
import type { ReleaseNote } from "#shared/tools/release-notes.ts";

/** Tool to find release notes for. */
export interface ReleaseSubject {
  name: string;
  url: string | null;
  /** Returns its home page, read once for all sources. Returns null if there is none that may be read. */
  page(): Promise<WebPage | null>;
}

/** Finds the release notes of a tool. Returns null if the source has nowhere to search for this tool. */
export interface ReleaseSource {
  /** Name of the source in reports. */
  name: string;
  findNotes(subject: ReleaseSubject, signal?: AbortSignal): Promise<ReleaseNote[] | null>;
}

/** First path segments on GitHub that are not accounts. */
const RESERVED_OWNERS = new Set(
  "about account apps collections contact customer-stories enterprise events explore features issues join login marketplace new notifications orgs organizations pricing pulls readme search security settings site sponsors team topics trending users".split(
    " ",
  ),
);

interface GithubOptions {
  feeds: FeedFetcher;
  /** Base address of GitHub. */
  url: string;
}

/** Source of GitHub releases, for the repository in a tool's address or on its page. Needs no key. */
export function createGithubReleases({ feeds, url }: GithubOptions): ReleaseSource {
  const base = url.replace(/\/$/u, "");
  const hosts = new Set([new URL(url).host, "github.com", "www.github.com"]);

  return {
    name: "GitHub releases",
    async findNotes({ name, url: toolUrl, page }, signal) {
      const repository =
        readRepository(toolUrl ?? "", hosts) ??
        // An unreadable page is not GitHub's error. The changelog source reports it.
        findRepository(await page().catch(() => null), name, hosts);
      if (repository === null) return null;
      try {
        const { items } = await feeds.fetch(`${base}/${repository}/releases.atom`, signal);
        return items.map((item) => ({ date: item.publishedAt?.slice(0, 10) ?? UNDATED, url: item.link }));
      } catch (error) {
        // A link to a deleted or private repository is not an error of this run.
        if (error instanceof OutboundError && error.status === 404) return [];
        throw error;
      }
    },
  };
}

/** Returns `OWNER/NAME` from an address on GitHub. */
function readRepository(address: string, hosts: ReadonlySet<string>): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !hosts.has(url.host)) return null;
  const [, owner, name] =
    /^\/([a-z\d][a-z\d-]{0,38})\/([\w.-]{1,100}?)(?:\.git)?(?:\/|$)/iu.exec(url.pathname) ?? [];
  return owner && name && !RESERVED_OWNERS.has(owner.toLowerCase()) ? `${owner}/${name}` : null;
}

/** Returns the repository that a page links to, if it is clearly the tool's own. */
function findRepository(page: WebPage | null, toolName: string, hosts: ReadonlySet<string>): string | null {
  const linked = (page?.links ?? []).flatMap(({ url }) => readRepository(url, hosts) ?? []);
  const repositories = [...new Map(linked.map((name) => [name.toLowerCase(), name])).values()];
  const normalize = (text: string) => foldName(text).replaceAll(/[^\p{L}\p{N}]/gu, "");
  const wanted = normalize(toolName);
  const sameName = repositories.find((repository) =>
    repository.split("/").some((part) => normalize(part) === wanted),
  );
  return sameName ?? (repositories.length === 1 ? (repositories[0] ?? null) : null);
}

const CHANGELOG =
  /change-?\s?log|release[-\s]?notes|releases\b|what(?:'|’|-)?s[-\s]?new|product[-\s]updates/iu;
const MAX_NOTES = 100;

/** Source of changelogs that a tool's site publishes as a feed, on its home page or the changelog page. */
export function createChangelogFeed(pages: WebPages, feeds: FeedFetcher): ReleaseSource {
  async function findFeed(page: WebPage, signal?: AbortSignal): Promise<string | null> {
    const feed = page.feeds.find(isChangelog);
    if (feed) return feed.url;
    const link = page.links.find((candidate) => isChangelog(candidate) && isOnSameSite(candidate, page));
    const changelog = link ? await pages.read(link.url, signal) : null;
    return (changelog?.feeds.find(isChangelog) ?? changelog?.feeds[0])?.url ?? null;
  }

  return {
    name: "The tool's changelog",
    async findNotes(tool, signal) {
      const page = await tool.page();
      if (!page) return null;
      const feedUrl = await findFeed(page, signal);
      if (feedUrl === null) return [];
      const { items } = await feeds.fetch(feedUrl, signal);
      return items
        .slice(0, MAX_NOTES)
        .map((item) => ({ date: item.publishedAt?.slice(0, 10) ?? UNDATED, url: item.link }));
    },
  };
}

const isChangelog = ({ url, text }: PageLink): boolean =>
  CHANGELOG.test(text) || CHANGELOG.test(new URL(url).pathname);

/** True for a link to the same host or a subdomain, such as docs.example.com of example.com. */
function isOnSameSite(link: PageLink, page: WebPage): boolean {
  const site = new URL(page.url).host.replace(/^www\./u, "");
  const { host } = new URL(link.url);
  return host === site || host.endsWith(`.${site}`);
}
