import { readWebAddress, TEXT_LIMITS } from "#shared/kernel/text-rules.ts";

/** Uploaded files hold at most this many bytes (5 MB). */
export const MAX_UPLOAD_BYTES = 5_242_880;
export const TOO_LARGE_MESSAGE = "File must be smaller than 5MB";

export const IMAGE_EXTENSIONS = ["png", "jpg", "jpeg", "gif", "webp", "avif", "svg"] as const;
export type ImageExtension = (typeof IMAGE_EXTENSIONS)[number];

/** File extensions that may be uploaded, with the media type that their bytes must be. */
export const IMAGE_TYPES: Readonly<Record<ImageExtension, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  svg: "image/svg+xml",
};

/** The extension under which an image of a media type is kept. */
export const extensionOf = (mediaType: string): ImageExtension | undefined =>
  IMAGE_EXTENSIONS.find((extension) => IMAGE_TYPES[extension] === mediaType);

/** The path under which an uploaded file is served, made of the address that it was sent to. */
export function toPublicPath(uploadURL: string): string {
  const address = uploadURL.split("?")[0] ?? "";
  const file = /public\/logos\/([^/]+)$/u.exec(address)?.[1];
  return file === undefined ? address : `/public-objects/logos/${file}`;
}

/** Where uploaded images are served. */
export const UPLOADS_FOLDER = "/public-objects/logos/";

/** An origin that no site has, to resolve paths against. */
const ANY_ORIGIN = "http://origin.invalid";
const UNSAFE_IN_PATH = /[\p{Cc}\p{Cs}]|\/(?:\.|%2e){2}(?:[/\\?#]|$)/iu;

/**
 * True for a path of this server, checked by its shape alone. `//host` and `/\\host` lead to other servers; browsers drop
 * tabs and line breaks, so that a path with one can lead there too.
 */
function isOwnPath(path: string): boolean {
  if (UNSAFE_IN_PATH.test(path) || !URL.canParse(path, ANY_ORIGIN)) return false;
  return new URL(path, ANY_ORIGIN).origin === ANY_ORIGIN;
}

/** The address that a text typed into a field for an image stands for; undefined where it stands for none. */
export function readImageAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (!text.startsWith("/")) return readWebAddress(text);
  return text.length <= TEXT_LIMITS.url && isOwnPath(text) ? text : undefined;
}

/** True for an address that may be shown as an image; empty is not one. */
export const isImageAddress = (address: string): boolean => readImageAddress(address) !== undefined;
