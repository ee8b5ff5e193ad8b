import type { FeedFetcher } from "#server/outside/feeds/feed.ts";
import type { PageLink, WebPage, WebPages } from "#server/outside/pages/page.ts";
import { UNDATED } from "#shared/tools/release-note-list.ts";

import type { ReleaseSource } from "./github-releases.ts";

const CHANGELOG =
  /change-?\s?log|release[-\s]?notes|releases\b|what(?:'|’|-)?s[-\s]?new|product[-\s]updates/iu;
const MAX_NOTES = 100;

/** Source of changelogs that a tool's site publishes as a feed, on its home page or the changelog page. */
export function createChangelogFeed(pages: WebPages, feeds: FeedFetcher): ReleaseSource {
  async function findFeed(page: WebPage, signal?: AbortSignal): Promise<string | null> {
    const feed = page.feeds.find(isChangelog);
    if (feed) return feed.url;
    const link = page.links.find((candidate) => isChangelog(candidate) && isOfSite(candidate, page));
    const changelog = link ? await pages.read(link.url, signal) : null;
    return (changelog?.feeds.find(isChangelog) ?? changelog?.feeds[0])?.url ?? null;
  }

  return {
    name: "The tool's changelog",
    async notesOf(tool, signal) {
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
function isOfSite(link: PageLink, page: WebPage): boolean {
  const site = new URL(page.url).host.replace(/^www\./u, "");
  const { host } = new URL(link.url);
  return host === site || host.endsWith(`.${site}`);
}
