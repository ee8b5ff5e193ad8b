import ipaddr from "ipaddr.js";

import type { Config } from "#server/config/config.ts";
import { type HttpClient, OutboundError } from "#server/outside/http/http-client.ts";
import type { Readers } from "#server/outside/readers.ts";

import type { PaperSource } from "./paper-source.ts";

const MAX_BYTES = 15_000_000;
// arXiv needs some time for a page of several hundred papers.
const TIMEOUT_MS = 20_000;
/** Too long to wait for, so that the job retries a busy arXiv minutes later. */
const BUSY_PAUSE_MS = 5 * 60_000;

/** Archive name shown to readers if the configured address is a cache on the local network. */
const ARCHIVE = "arxiv.org";

/** Returns the archive's host from an address of the query API, without the API's own part. */
export function archiveHost(apiUrl: string): string {
  const { hostname } = new URL(apiUrl);
  const isLocal = ipaddr.isValid(hostname.replace(/^\[|\]$/gu, "")) || !hostname.includes(".");
  return isLocal ? ARCHIVE : hostname.replace(/^(?:export|api|www)\./u, "");
}

/** Returns the configured categories, the main one first. */
export const arxivCategories = ({
  arxivCategories: several,
  arxivCategory,
}: Pick<Config, "arxivCategories" | "arxivCategory">): readonly string[] => several ?? [arxivCategory];

interface ArxivOptions {
  http: HttpClient;
  readers: Readers;
  /** Address of the query API. */
  url: string;
  now: () => Date;
}

/** Client for arXiv's query API (https://info.arxiv.org/help/api/user-manual.html). */
export function createArxiv({ http, readers, url, now }: ArxivOptions): PaperSource {
  const parse = (bytes: Buffer, contentType?: string, signal?: AbortSignal) =>
    readers.papers({ bytes, contentType, now: now() }, signal);

  function send(parameters: Readonly<Record<string, string>>, signal?: AbortSignal) {
    const query = new URL(url);
    for (const [name, value] of Object.entries(parameters)) query.searchParams.set(name, value);
    return http.send({
      url: query.href,
      headers: { accept: "application/atom+xml" },
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      busyPauseMs: BUSY_PAUSE_MS,
      signal,
    });
  }

  return {
    async page({ categories, order, start, pageSize, signal }) {
      const parameters = {
        search_query: categories.map((name) => `cat:${name}`).join(" OR "),
        sortBy: order === "updated" ? "lastUpdatedDate" : "submittedDate",
        sortOrder: "descending",
        start: String(start),
        max_results: String(pageSize),
      };
      const reply = await send(parameters, signal).catch(async (error: unknown) => {
        // arXiv reports the reason in the form of a paper, so it is parsed like one.
        if (isRejection(error)) await parse(Buffer.from(error.body), undefined, signal);
        throw error;
      });
      return parse(reply.body, reply.headers["content-type"], signal);
    },

    async find(arXivId) {
      const reply = await send({ id_list: arXivId }).catch((error: unknown) => {
        // arXiv rejects ids that can't exist, such as one with month 13.
        if (isRejection(error)) return null;
        throw error;
      });
      if (reply === null) return null;
      const { papers } = await parse(reply.body, reply.headers["content-type"]);
      return papers[0] ?? null;
    },
  };
}

const isRejection = (error: unknown): error is OutboundError =>
  error instanceof OutboundError && error.status === 400;
