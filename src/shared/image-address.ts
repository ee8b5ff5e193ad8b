import { z } from "zod";

import { httpUrl, TEXT_LIMITS } from "./text.ts";

const MESSAGE = "Please enter a valid URL or file path";

// One slash, then neither slash nor backslash: `//host` and `/\host` are other sites to a browser.
const LOCAL_PATH = /^\/(?![/\\])[^\s\\]*$/u;

function isLocalPath(path: string): boolean {
  return LOCAL_PATH.test(path) && !path.split(/[/?#]/u).includes("..");
}

/** Where an image lies: a path on this server that starts with "/", or an absolute http(s) address. */
export const imageAddressSchema = z
  .string()
  .trim()
  .max(TEXT_LIMITS.url, `Use at most ${TEXT_LIMITS.url} characters`)
  .refine(
    (address) => (address.startsWith("/") ? isLocalPath(address) : httpUrl.safeParse(address).success),
    MESSAGE,
  );

/** An optional image address: an empty field means none. */
export const optionalImageAddress = z
  .union([z.literal("").transform(() => null), imageAddressSchema], { error: MESSAGE })
  .nullish()
  .transform((address) => address ?? null);

/** True for an address that may be shown as an image; empty is not one. */
export const isImageAddress = (address: string): boolean => imageAddressSchema.safeParse(address).success;
