import { fileTypeFromBuffer } from "file-type";

import { IMAGE_TYPES, MAX_UPLOAD_BYTES } from "#shared/uploads.ts";

import type { HttpClient, OutboundReply } from "./http-client.ts";
import { OutboundFault } from "./http-client.ts";
import type { SiteIcon, SiteIcons, WebPages } from "./page.ts";

const MAX_BYTES = Math.min(MAX_UPLOAD_BYTES, 1_000_000);
const TIMEOUT_MS = 10_000;
/** The best icon may be a broken link; more than a few are not worth the site's time. */
const MAX_ASKED = 4;
const ACCEPTED = new Set(Object.values(IMAGE_TYPES));

/** Finds the icon of a site. Its bytes come from outside: they are to be checked like an upload. */
export function makeSiteIcons(http: HttpClient, pages: WebPages): SiteIcons {
  async function fetchIcon(url: string, signal?: AbortSignal): Promise<SiteIcon | null> {
    const reply = await http
      .send({
        url,
        headers: { accept: "image/*" },
        maxBytes: MAX_BYTES,
        timeoutMs: TIMEOUT_MS,
        tries: 1,
        signal,
      })
      .catch((error: unknown) => {
        if (error instanceof OutboundFault) return null;
        throw error;
      });
    const mediaType = reply && (await mediaTypeOf(reply));
    return reply && mediaType ? { url: reply.url, bytes: reply.body, mediaType } : null;
  }

  return {
    async of(url, signal) {
      const page = await pages.read(url, signal);
      for (const icon of (page?.icons ?? []).slice(0, MAX_ASKED)) {
        const found = await fetchIcon(icon.url, signal);
        if (found) return found;
      }
      return null;
    },
  };
}

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
