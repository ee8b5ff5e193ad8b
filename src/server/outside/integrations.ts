import { setTimeout as wait } from "node:timers/promises";

import { z } from "zod";

import type { Config } from "#server/config/config.ts";
import type { AnswerEngine } from "#server/outside/models/answer-engine.ts";
import { createGoogleNews, createSiteFeed, type NewsSource } from "#server/outside/news/news-source.ts";
import type { SiteIcons, WebPages } from "#server/outside/pages/page.ts";
import { createWebPages } from "#server/outside/pages/web-page.ts";
import {
  createChangelogFeed,
  createGithubReleases,
  type ReleaseSource,
} from "#server/outside/releases/release-sources.ts";
import { VERSION } from "#server/version.ts";
import type { Workers } from "#server/workers/workers.ts";
import type { Release } from "#shared/operations/system.ts";
import { MAX_UPLOAD_BYTES } from "#shared/pictures/image-rules.ts";

import { type BookSource, createOpenLibrary } from "./books/open-library.ts";
import { createFeedFetcher, type FeedStore } from "./feeds/feed-fetcher.ts";
import type { FeedFetcher } from "./feeds/feed.ts";
import { type Resolve, resolveBySystem } from "./http/address-guard.ts";
import { createHttpClient, type HttpClient, refusingClient } from "./http/http-client.ts";
import { createPictureQueue, createPoliteQueue, type QueuePerHost, type Timing } from "./http/politeness.ts";
import { createMailSender, type MailSender } from "./mail/mail-sender.ts";
import { createOpenAiCompatible } from "./models/openai-compatible.ts";
import { createPerplexity } from "./models/perplexity.ts";
import { createHackerNews } from "./news/hacker-news.ts";
import { readTeamFeed, type TeamFeed } from "./news/news-source.ts";
import { createSiteIcons } from "./pages/site-icon.ts";
import { createArxiv } from "./papers/arxiv.ts";
import type { PaperSource } from "./papers/paper-source.ts";
import { createReaders, type Readers } from "./readers.ts";
import { createIdentityProvider, type IdentityProvider } from "./sign-in/identity-provider.ts";

const MAX_REPLY_BYTES = 1_000_000;

const replySchema = z.object({
  tag_name: z.string().regex(/^v?\d+\.\d+\.\d+$/u),
  html_url: z.url({ protocol: /^https$/u }).max(2048),
});

/** Source of the newest release of StackLoop itself. */
type NewestRelease = (signal?: AbortSignal) => Promise<Release>;

/** Requests the newest release from GitHub's API. Sends this server's version, but not its address. */
const createNewestRelease =
  (http: HttpClient, url: string): NewestRelease =>
  async (signal) => {
    const headers = { accept: "application/vnd.github+json", "user-agent": `StackLoop/${VERSION}` };
    const { body } = await http.send({ url, headers, maxBytes: MAX_REPLY_BYTES, signal });
    const { tag_name: tag, html_url: page } = replySchema.parse(JSON.parse(body.toString()));
    return { version: tag.replace("v", ""), url: page };
  };

/** External services. Null ones are not connected on this server. */
export interface Integrations {
  papers: PaperSource;
  /** Sources that search for one tool. */
  news: NewsSource[];
  /** Reads a team feed, which has articles about any tool. A failure is part of the report. */
  teamFeed: (url: string, signal?: AbortSignal) => Promise<TeamFeed>;
  releases: ReleaseSource[];
  pages: WebPages;
  icons: SiteIcons;
  pictures: PictureSource;
  texts: TextSource;
  books: BookSource;
  /** Null without `RELEASES_URL`. */
  newestRelease: NewestRelease | null;
  /** Language model. Null without a key. */
  answers: AnswerEngine | null;
  /** Single sign-on. Null if it isn't set up. */
  identityProvider: IdentityProvider | null;
  /** Sends messages to chat rooms and webhooks. */
  hooks: HttpClient;
  /** Null without a mail server. */
  mail: MailSender | null;
}

// arXiv's terms: one request every three seconds, one connection (https://info.arxiv.org/help/api/tou.html).
const ARXIV_GAP_MS = 3000;

// Not the system time, which may jump.
const REAL_TIMING: Timing = { now: () => performance.now(), wait: (milliseconds) => wait(milliseconds) };

interface IntegrationOptions {
  config: Config;
  /** Workers that parse replies from sites. */
  workers: Workers;
  publicUrl: string;
  feedStore: FeedStore;
  now: () => Date;
  timing?: Timing;
  resolve?: Resolve;
}

/** Creates this server's external connections. */
export function createIntegrations({
  config,
  workers,
  publicUrl,
  feedStore,
  now,
  timing = REAL_TIMING,
  resolve = resolveBySystem,
}: IntegrationOptions): Integrations {
  const gaps = new Map([[new URL(config.arxivApiUrl).host, ARXIV_GAP_MS]]);
  const clientOptions = {
    userAgent: `StackLoop/${VERSION} (+${publicUrl})`,
    allowed: new Set(config.outboundAllow),
    resolve,
    timing,
  };
  const createClient = (queue: QueuePerHost): HttpClient =>
    config.isDemo ? refusingClient : createHttpClient({ ...clientOptions, queue });
  const http = createClient(createPoliteQueue(timing, gaps));
  const readers = createReaders(workers);
  const feeds = createFeedFetcher({ http, readers, store: feedStore, now });
  const pages = createWebPages(http, readers, now);
  return {
    papers: createArxiv({ http, readers, url: config.arxivApiUrl, now }),
    news: createNewsSources(config, { http, readers, feeds, pages, now }),
    teamFeed: (url, signal) => readTeamFeed(feeds, url, signal),
    releases: [createGithubReleases({ feeds, url: config.githubUrl }), createChangelogFeed(pages, feeds)],
    pages,
    icons: createSiteIcons(http, pages),
    pictures: createPictureSource(createClient(createPictureQueue())),
    texts: createTextSource(http),
    books: createOpenLibrary({ http, url: config.openLibraryUrl }),
    newestRelease: config.releasesUrl === null ? null : createNewestRelease(http, config.releasesUrl),
    answers: createAnswerEngine(config, http),
    identityProvider: createIdentityProvider({ http, config }),
    hooks: http,
    mail:
      config.smtpUrl === null || config.isDemo
        ? null
        : createMailSender(config.smtpUrl, config.mailFrom ?? ""),
  };
}

interface SourceOptions {
  http: HttpClient;
  readers: Readers;
  feeds: FeedFetcher;
  pages: WebPages;
  now: () => Date;
}

function createNewsSources(
  config: Config,
  { http, readers, feeds, pages, now }: SourceOptions,
): NewsSource[] {
  const sources = [createSiteFeed(pages, feeds)];
  if (config.hnAlgoliaUrl !== null)
    sources.push(createHackerNews({ http, readers, url: config.hnAlgoliaUrl, now }));
  if (config.googleNewsUrl !== null) sources.push(createGoogleNews(feeds, config.googleNewsUrl));
  return sources;
}

/** Returns the provider chosen by name, or the first that is fully configured. */
function createAnswerEngine(config: Config, http: HttpClient): AnswerEngine | null {
  const { aiProvider, perplexityApiKey, perplexityBaseUrl, aiBaseUrl, aiApiKey, aiModel } = config;
  const isWanted = (provider: Config["aiProvider"]) => aiProvider === "auto" || aiProvider === provider;
  if (isWanted("perplexity") && perplexityApiKey !== null) {
    return createPerplexity({ http, url: perplexityBaseUrl, key: perplexityApiKey });
  }
  if (isWanted("openai-compatible") && aiBaseUrl !== null && aiModel !== null) {
    return createOpenAiCompatible({ http, url: aiBaseUrl, key: aiApiKey, model: aiModel });
  }
  return null;
}

const PICTURE_TIMEOUT_MS = 10_000;
const PICTURE_TYPES = "image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5";

/** Fetches pictures from other sites. */
interface PictureSource {
  /** Returns the unchecked bytes at an address, at most 5 MB. Throws an OutboundError. */
  fetch(url: string): Promise<Uint8Array>;
}

/** Requests a picture once, without retries. A later view requests a failed one again. */
function createPictureSource(http: HttpClient): PictureSource {
  const limits = { maxBytes: MAX_UPLOAD_BYTES, timeoutMs: PICTURE_TIMEOUT_MS, tries: 1 };
  return {
    fetch: async (url) => (await http.send({ url, headers: { accept: PICTURE_TYPES }, ...limits })).body,
  };
}

const MAX_TEXT_BYTES = 500_000;

/** Reads text files on other sites, such as prompts. */
interface TextSource {
  /** Returns the text at an address, at most 500 kB. Returns null for a page or a binary file. */
  read(url: string): Promise<string | null>;
}

function createTextSource(http: HttpClient): TextSource {
  const limits = { maxBytes: MAX_TEXT_BYTES, timeoutMs: PICTURE_TIMEOUT_MS, tries: 2 };
  return {
    async read(url) {
      const { body, headers } = await http.send({
        url,
        headers: { accept: "text/plain,*/*;q=0.1" },
        ...limits,
      });
      const contentType = headers["content-type"] ?? "";
      // Loaded on first use, because it has tables of all character sets.
      const { decodeText } = await import("./http/text-encoding.ts");
      if (!/^(?:text\/(?!html)|application\/(?:octet-stream|yaml|x-yaml)|$)/iu.test(contentType)) return null;
      const text = decodeText(body, { contentType, declaration: NO_DECLARATION });
      return text.trim() === "" || text.includes("\0") ? null : text;
    },
  };
}

/** Text files declare no encoding in their text. */
const NO_DECLARATION = /(?!)/u;
