import { type ImageSize, readImageSize } from "#shared/pictures/image-size.ts";

/** SVG, WebP and AVIF are not shown by every presentation program. */
const SHOWN_EVERYWHERE = new Set(["image/png", "image/jpeg", "image/gif"]);

/** An image as it is stored. */
export interface StoredPicture {
  bytes: Uint8Array;
  mediaType: string;
}

/** Logos by the address that tools have them under. */
export type LogoImages = ReadonlyMap<string, StoredPicture>;

/** A picture written out as an address of its own. */
export function dataUrlOf({ bytes, mediaType }: StoredPicture): string {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  return `data:${mediaType};base64,${base64}`;
}

/** How large a picture is that every presentation program can show; null for others and for broken files. */
export const pictureSizeOf = ({ bytes, mediaType }: StoredPicture): ImageSize | null =>
  SHOWN_EVERYWHERE.has(mediaType) ? readImageSize(bytes, mediaType) : null;
