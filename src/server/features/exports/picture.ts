import { type ImageSize, readImageSize } from "#shared/pictures/image-size.ts";

/** Image types that every presentation program supports. Some support no SVG, WebP or AVIF. */
const SUPPORTED_TYPES = new Set(["image/png", "image/jpeg", "image/gif"]);

/** Stored image. */
export interface StoredPicture {
  bytes: Uint8Array;
  mediaType: string;
}

/** Logos by the URL in `logoUrl`. */
export type LogoImages = ReadonlyMap<string, StoredPicture>;

/** Returns an image as a data URL. */
export function dataUrlOf({ bytes, mediaType }: StoredPicture): string {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  return `data:${mediaType};base64,${base64}`;
}

/**
 * Returns the size of an image that every presentation program supports. Returns null for other images and broken
 * files.
 */
export const pictureSizeOf = ({ bytes, mediaType }: StoredPicture): ImageSize | null =>
  SUPPORTED_TYPES.has(mediaType) ? readImageSize(bytes, mediaType) : null;
