import { readWebAddress, TEXT_LIMITS } from "#shared/kernel/text-rules.ts";

/** Maximum size of an uploaded file, in bytes (5 MB). */
export const MAX_UPLOAD_BYTES = 5_242_880;
export const TOO_LARGE_MESSAGE = "File must be smaller than 5MB";

export const IMAGE_EXTENSIONS = ["png", "jpg", "jpeg", "gif", "webp", "avif", "svg"] as const;
export type ImageExtension = (typeof IMAGE_EXTENSIONS)[number];

/** Allowed extensions of uploads, with the media type of their bytes. */
export const IMAGE_TYPES: Readonly<Record<ImageExtension, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  svg: "image/svg+xml",
};

/** Returns the extension for storing an image of a media type. */
export const extensionOf = (mediaType: string): ImageExtension | undefined =>
  IMAGE_EXTENSIONS.find((extension) => IMAGE_TYPES[extension] === mediaType);

/** Returns the path at which an uploaded file is served, from its upload address. */
export function toPublicPath(uploadURL: string): string {
  const address = uploadURL.split("?")[0] ?? "";
  const file = /public\/logos\/([^/]+)$/u.exec(address)?.[1];
  return file === undefined ? address : `/public-objects/logos/${file}`;
}

/** Path of uploaded images. */
export const UPLOADS_FOLDER = "/public-objects/logos/";

/** Nonexistent origin, to resolve paths. */
const ANY_ORIGIN = "http://origin.invalid";
const FORBIDDEN_IN_PATH = /[\p{Cc}\p{Cs}]|\/(?:\.|%2e){2}(?:[/\\?#]|$)/iu;

/**
 * True for a path on this server. Checks only its form. `//host` and `/\\host` lead to other servers. So can a path
 * with tabs or line breaks, which browsers drop.
 */
function isOwnPath(path: string): boolean {
  if (FORBIDDEN_IN_PATH.test(path) || !URL.canParse(path, ANY_ORIGIN)) return false;
  return new URL(path, ANY_ORIGIN).origin === ANY_ORIGIN;
}

/** Returns the image address in a typed text, or undefined if there is none. */
export function readImageAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (!text.startsWith("/")) return readWebAddress(text);
  return text.length <= TEXT_LIMITS.url && isOwnPath(text) ? text : undefined;
}

/** True for an address that may be shown as an image. False if it is empty. */
export const isImageAddress = (address: string): boolean => readImageAddress(address) !== undefined;
