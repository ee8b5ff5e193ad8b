import { z } from "zod";

import { webAddress } from "#server/outside/http/canonical-url.ts";
import { readJson } from "#server/outside/http/json-reply.ts";
import { SourceError } from "#server/outside/http/source-error.ts";

import { rankOfIcon } from "./page-icons.ts";
import type { PageIcon } from "./page.ts";

const MAX_ICONS = 12;
/** A maskable icon has a margin, so its picture appears smaller. */
const MASK_PENALTY = 100;

const manifestSchema = z.object({ icons: z.array(z.unknown()) });
const iconSchema = z.object({
  src: z.string(),
  sizes: z.string().optional(),
  type: z.string().optional(),
  purpose: z.string().default("any"),
});

/** Returns the icons in a web app manifest, or none if it is invalid. Its addresses are relative to itself. */
export function readManifestIcons(bytes: Uint8Array, manifestUrl: string): PageIcon[] {
  return listIcons(bytes).flatMap((given) => {
    const { data: icon } = iconSchema.safeParse(given);
    const url = webAddress(icon?.src, manifestUrl);
    if (!icon || url === null) return [];
    const purposes = icon.purpose.toLowerCase().split(/\s+/u);
    const rank = rankOfIcon({ url, sizes: icon.sizes, type: icon.type });
    if (purposes.includes("any")) return [{ url, rank }];
    // A monochrome icon is a shape rather than a logo.
    return purposes.includes("maskable") ? [{ url, rank: rank - MASK_PENALTY }] : [];
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
