import { z } from "zod";

import { brandLogoName } from "./brand-logos.ts";
import { httpUrl, TEXT_LIMITS } from "./text.ts";
import { IMAGE_EXTENSIONS } from "./uploads.ts";
import { completeAddress } from "./web-address.ts";

const MESSAGE = "Please enter a valid URL or file path";

/** Where uploaded images are served. */
export const UPLOADS_FOLDER = "/public-objects/logos/";

const UPLOADED = new RegExp(`^${UPLOADS_FOLDER}[\\w-]+\\.(?:${IMAGE_EXTENSIONS.join("|")})$`, "u");

/** By its shape alone: whether a file of that name is still there shows when somebody looks at it. */
const isOwnPath = (path: string): boolean => UPLOADED.test(path) || brandLogoName(path) !== undefined;

/** Where an image lies: a path of this server's own images, or an absolute http(s) address. */
export const imageAddressSchema = z
  .string()
  .trim()
  .overwrite(completeAddress)
  .max(TEXT_LIMITS.url, `Use at most ${TEXT_LIMITS.url} characters`)
  .refine(
    (address) => (address.startsWith("/") ? isOwnPath(address) : httpUrl.safeParse(address).success),
    MESSAGE,
  );

/** An optional image address: an empty field means none. */
export const optionalImageAddress = z
  .union([z.literal("").transform(() => null), imageAddressSchema], { error: MESSAGE })
  .nullish()
  .transform((address) => address ?? null);

/** True for an address that may be shown as an image; empty is not one. */
export const isImageAddress = (address: string): boolean => imageAddressSchema.safeParse(address).success;

/** The address that a text typed into a field for an image stands for; undefined where it stands for none. */
export const readImageAddress = (typed: string): string | undefined =>
  imageAddressSchema.safeParse(typed).data;
