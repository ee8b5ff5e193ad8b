import type { Db } from "#db/database.ts";
import { createBrandLogos } from "#server/brands/brand-logos.ts";
import { findPictures } from "#server/features/pictures/pictures.queries.ts";
import { findImages } from "#server/features/uploads/uploads.queries.ts";
import { brandLogoName } from "#shared/pictures/brand-logos.ts";
import type { Tool } from "#shared/tools/tools.ts";

import type { LogoImages } from "./picture.ts";

const BATCH_SIZE = 20;
/** Maximum size of all logos in a deck. A whole catalogue's logos could exceed the server's memory. */
const MAX_LOGO_BYTES = 24 * 1024 * 1024;

/** Returns the logos that are stored on this server, uploaded, fetched or bundled, by URL. */
export async function findLogos(db: Db, tools: readonly Tool[]): Promise<LogoImages> {
  const addresses = [...new Set(tools.flatMap(({ logoUrl }) => logoUrl ?? []))];
  const logos = new Map<string, { bytes: Uint8Array; mediaType: string }>();
  let totalBytes = 0;
  for (let start = 0; start < addresses.length && totalBytes < MAX_LOGO_BYTES; start += BATCH_SIZE) {
    const batch = addresses.slice(start, start + BATCH_SIZE);
    const found = [await findImages(db, batch), await findPictures(db, batch), await findBrandLogos(batch)];
    for (const [address, image] of found.flatMap((images) => [...images])) {
      logos.set(address, image);
      totalBytes += image.bytes.byteLength;
    }
  }
  return logos;
}

const readBrandLogo = createBrandLogos();

/** Returns the bundled logos among these URLs, by URL. */
async function findBrandLogos(addresses: readonly string[]): Promise<LogoImages> {
  const found = await Promise.all(
    addresses.map(async (address) => {
      const name = brandLogoName(address);
      const bytes = name === undefined ? null : await readBrandLogo(name, "png");
      return bytes && ([address, { bytes, mediaType: "image/png" }] as const);
    }),
  );
  return new Map(found.filter((entry) => entry !== null));
}
