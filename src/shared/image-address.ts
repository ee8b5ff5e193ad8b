import { z } from "zod";

import { httpUrl, TEXT_LIMITS } from "./text.ts";
import { IMAGE_EXTENSIONS } from "./uploads.ts";
import { completeAddress } from "./web-address.ts";

const MESSAGE = "Please enter a valid URL or file path";

/** Where uploaded images are served. */
export const UPLOADS_FOLDER = "/public-objects/logos/";

// By its shape alone: whether a file of that name is still there shows when somebody looks at it.
const OWN_PATH = new RegExp(
  `^(?:${UPLOADS_FOLDER}[\\w-]+\\.(?:${IMAGE_EXTENSIONS.join("|")})|/brand-logos/[\\w-]+(?:\\.[\\w-]+)*\\.svg)$`,
  "u",
);

/** Where an image lies: a path of this server's own images, or an absolute http(s) address. */
export const imageAddressSchema = z
  .string()
  .trim()
  .overwrite(completeAddress)
  .max(TEXT_LIMITS.url, `Use at most ${TEXT_LIMITS.url} characters`)
  .refine(
    (address) => (address.startsWith("/") ? OWN_PATH.test(address) : httpUrl.safeParse(address).success),
    MESSAGE,
  );

/** An optional image address: an empty field means none. */
export const optionalImageAddress = z
  .union([z.literal("").transform(() => null), imageAddressSchema], { error: MESSAGE })
  .nullish()
  .transform((address) => address ?? null);

/** True for an address that may be shown as an image; empty is not one. */
export const isImageAddress = (address: string): boolean => imageAddressSchema.safeParse(address).success;
