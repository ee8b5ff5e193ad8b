import { z } from "zod";

/** Uploaded files hold at most this many bytes (5 MB). */
export const MAX_UPLOAD_BYTES = 5_242_880;
/** An upload address is good for this long. */
export const UPLOAD_ADDRESS_MINUTES = 10;
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

export const uploadRequestSchema = z.object({
  fileExtension: z
    .string()
    .max(20)
    .transform((extension) => extension.toLowerCase())
    .pipe(z.enum(IMAGE_EXTENSIONS, { error: `Choose an image: ${IMAGE_EXTENSIONS.join(", ")}` }))
    .default("jpg"),
});

export const uploadAddressSchema = z.object({ uploadURL: z.url() });

/** The path under which an uploaded file is served, made of the address that it was sent to. */
export function toPublicPath(uploadURL: string): string {
  const address = uploadURL.split("?")[0] ?? "";
  const file = /public\/logos\/([^/]+)$/u.exec(address)?.[1];
  return file === undefined ? address : `/public-objects/logos/${file}`;
}
