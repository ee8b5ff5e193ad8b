import type { HttpClient } from "#server/outside/http/http-client.ts";
import type { Readers } from "#server/outside/readers.ts";

import { MAX_SUBMISSIONS, type NewsSource } from "./news-source.ts";

const MAX_BYTES = 1_000_000;
const DAYS = 60;

interface HackerNewsOptions {
  http: HttpClient;
  readers: Pick<Readers, "stories">;
  /** Base address of the search API. */
  url: string;
  now: () => Date;
}

/** Source of Hacker News submissions, through Algolia's search (https://hn.algolia.com/api). */
export function createHackerNews({ http, readers, url, now }: HackerNewsOptions): NewsSource {
  return {
    name: "Hacker News",
    async findArticles({ name }, signal) {
      const query = new URL(`${url.replace(/\/$/u, "")}/search_by_date`);
      const since = Math.floor(now().getTime() / 1000) - DAYS * 24 * 60 * 60;
      query.searchParams.set("query", `"${name.replaceAll('"', " ")}"`);
      query.searchParams.set("tags", "story");
      query.searchParams.set("restrictSearchableAttributes", "title");
      query.searchParams.set("numericFilters", `created_at_i>${since}`);
      query.searchParams.set("hitsPerPage", String(MAX_SUBMISSIONS));
      const reply = await http.send({ url: query.href, maxBytes: MAX_BYTES, signal });
      return readers.stories({ bytes: reply.body, now: now() }, signal);
    },
  };
}
