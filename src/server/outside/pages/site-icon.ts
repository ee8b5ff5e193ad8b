import { z } from "zod";

import { webAddress } from "#server/outside/http/canonical-url.ts";
import { type HttpClient, OutboundError, type OutboundReply } from "#server/outside/http/http-client.ts";
import { readJson, SourceError } from "#server/outside/http/source-error.ts";
import { type HostedWork, hostedWorkAt, isAvatar } from "#server/outside/releases/hosted-work.ts";
import { IMAGE_TYPES, MAX_UPLOAD_BYTES } from "#shared/pictures/image-rules.ts";

import {
  rankIcon,
  sortIcons,
  type PageIcon,
  type SiteIcon,
  type SiteIcons,
  type WebPage,
  type WebPages,
} from "./page.ts";

const MAX_ICONS = 12;
/** A maskable icon has a margin, so its picture appears smaller. */
const MASKABLE_PENALTY = 100;

const manifestSchema = z.object({ icons: z.array(z.unknown()) });
const iconSchema = z.object({
  src: z.string(),
  sizes: z.string().optional(),
  type: z.string().optional(),
  purpose: z.string().default("any"),
});

/** Returns the icons in a web app manifest, or none if it is invalid. Its addresses are relative to itself. */
function readManifestIcons(bytes: Uint8Array, manifestUrl: string): PageIcon[] {
  return listIcons(bytes).flatMap((given) => {
    const { data: icon } = iconSchema.safeParse(given);
    const url = webAddress(icon?.src, manifestUrl);
    if (!icon || url === null) return [];
    const purposes = icon.purpose.toLowerCase().split(/\s+/u);
    const rank = rankIcon({ url, sizes: icon.sizes, type: icon.type });
    if (purposes.includes("any")) return [{ url, rank }];
    // A monochrome icon is a shape rather than a logo.
    return purposes.includes("maskable") ? [{ url, rank: rank - MASKABLE_PENALTY }] : [];
  });
}

function listIcons(bytes: Uint8Array): unknown[] {
  try {
    return readJson(bytes, manifestSchema, "The manifest").icons.slice(0, MAX_ICONS);
  } catch (error) {
    if (error instanceof SourceError) return [];
    throw error;
  }
}

const MAX_BYTES = Math.min(MAX_UPLOAD_BYTES, 1_000_000);
const MAX_MANIFEST_BYTES = 200_000;
const TIMEOUT_MS = 10_000;
/** Maximum number of icons to request. The best one may be a broken link, but many requests would burden the site. */
const MAX_REQUESTS = 5;
/** Image types that are stored, and icon files, which are converted. */
const ACCEPTED = new Set([...Object.values(IMAGE_TYPES), "image/x-icon"]);

/** Finds a site's icons. Their bytes come from outside and must be checked like an upload. */
export function createSiteIcons(http: HttpClient, pages: WebPages): SiteIcons {
  /** Returns the reply, or null if the request fails, so that the next icon is tried. */
  async function fetchOrNull(url: string, accept: string, maxBytes: number, signal?: AbortSignal) {
    try {
      const headers = { accept };
      return await http.send({ url, headers, maxBytes, timeoutMs: TIMEOUT_MS, tries: 1, signal });
    } catch (error) {
      if (error instanceof OutboundError) return null;
      throw error;
    }
  }

  async function listManifestIcons({ manifestUrl }: WebPage, signal?: AbortSignal): Promise<PageIcon[]> {
    if (manifestUrl === null) return [];
    const reply = await fetchOrNull(manifestUrl, MANIFEST_TYPES, MAX_MANIFEST_BYTES, signal);
    return reply ? readManifestIcons(reply.body, reply.url) : [];
  }

  async function fetchIcon(url: string, signal?: AbortSignal): Promise<SiteIcon | null> {
    const reply = await fetchOrNull(url, "image/*", MAX_BYTES, signal);
    return reply && (await isImage(reply)) ? { url: reply.url, bytes: reply.body } : null;
  }

  /** Returns the owner's picture. The site's own icon and social media cards don't represent the owner. */
  async function fetchOwnerIcon({ ownerUrl }: HostedWork, signal?: AbortSignal): Promise<SiteIcon | null> {
    const page = ownerUrl === null ? null : await pages.read(ownerUrl, signal);
    return page?.imageUrl && isAvatar(page.imageUrl) ? fetchIcon(page.imageUrl, signal) : null;
  }

  return {
    async *list(url, signal) {
      const work = hostedWorkAt(url);
      if (work) {
        const avatar = await fetchOwnerIcon(work, signal);
        if (avatar) yield avatar;
        return;
      }
      const page = await pages.read(url, signal);
      if (!page) return;
      const icons = sortIcons([...page.icons, ...(await listManifestIcons(page, signal))]);
      for (const icon of icons.slice(0, MAX_REQUESTS)) {
        const found = await fetchIcon(icon.url, signal);
        if (found) yield found;
      }
    },
  };
}

const MANIFEST_TYPES = "application/manifest+json, application/json;q=0.9, */*;q=0.1";

/** True if the bytes are an accepted image. Some sites send pages instead of icons. */
async function isImage({ body }: OutboundReply): Promise<boolean> {
  // Loaded on demand, because many servers never search for an icon.
  const { fileTypeFromBuffer } = await import("file-type");
  const found = await fileTypeFromBuffer(body);
  if (found && ACCEPTED.has(found.mime)) return true;
  const beginning = body.subarray(0, 2000).toString();
  const isText = !found || found.mime === "application/xml";
  return isText && /<svg[\s>]/iu.test(beginning) && !/<html/iu.test(beginning);
}
