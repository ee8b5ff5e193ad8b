import { fileTypeFromBuffer } from "file-type";

import { IMAGE_TYPES, MAX_UPLOAD_BYTES } from "#shared/uploads.ts";

import type { HttpClient, OutboundReply } from "./http-client.ts";
import { OutboundFault } from "./http-client.ts";
import { sortIcons } from "./page-icons.ts";
import type { PageIcon, SiteIcon, SiteIcons, WebPage, WebPages } from "./page.ts";
import { readManifestIcons } from "./web-manifest.ts";

const MAX_BYTES = Math.min(MAX_UPLOAD_BYTES, 1_000_000);
const MAX_BYTES_OF_MANIFEST = 200_000;
const TIMEOUT_MS = 10_000;
/** The best icon may be a broken link; more than a few are not worth the site's time. */
const MAX_ASKED = 4;
const ACCEPTED = new Set(Object.values(IMAGE_TYPES));

/** Finds the icons of a site. Their bytes come from outside: they are to be checked like an upload. */
export function makeSiteIcons(http: HttpClient, pages: WebPages): SiteIcons {
  /** The reply, or null: a broken link on a page is no reason not to look at the next one. */
  async function fetchOrNull(url: string, accept: string, maxBytes: number, signal?: AbortSignal) {
    try {
      const headers = { accept };
      return await http.send({ url, headers, maxBytes, timeoutMs: TIMEOUT_MS, tries: 1, signal });
    } catch (error) {
      if (error instanceof OutboundFault) return null;
      throw error;
    }
  }

  async function ofManifest({ manifestUrl }: WebPage, signal?: AbortSignal): Promise<PageIcon[]> {
    if (manifestUrl === null) return [];
    const reply = await fetchOrNull(manifestUrl, MANIFEST_TYPES, MAX_BYTES_OF_MANIFEST, signal);
    return reply ? readManifestIcons(reply.body, reply.url) : [];
  }

  async function fetchIcon(url: string, signal?: AbortSignal): Promise<SiteIcon | null> {
    const reply = await fetchOrNull(url, "image/*", MAX_BYTES, signal);
    const mediaType = reply && (await mediaTypeOf(reply));
    return reply && mediaType ? { url: reply.url, bytes: reply.body, mediaType } : null;
  }

  return {
    async *of(url, signal) {
      const page = await pages.read(url, signal);
      if (!page) return;
      const icons = sortIcons([...page.icons, ...(await ofManifest(page, signal))]);
      for (const icon of icons.slice(0, MAX_ASKED)) {
        const found = await fetchIcon(icon.url, signal);
        if (found) yield found;
      }
    },
  };
}

const MANIFEST_TYPES = "application/manifest+json, application/json;q=0.9, */*;q=0.1";

/** The type that the bytes have, if it is one that is kept: sites send pages where an icon should be. */
async function mediaTypeOf({ body }: OutboundReply): Promise<string | null> {
  const found = await fileTypeFromBuffer(body);
  const type = found?.mime ?? null;
  if (type !== null && ACCEPTED.has(type)) return type;
  const isText = type === null || type === "application/xml";
  return isText &&
    /<svg[\s>]/iu.test(body.subarray(0, 2000).toString()) &&
    !/<html/iu.test(body.subarray(0, 2000).toString())
    ? "image/svg+xml"
    : null;
}
