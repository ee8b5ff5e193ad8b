import { z } from "zod";

import { TEXT_LIMITS } from "#shared/kernel/text-rules.ts";
import { completeAddress } from "#shared/texts/web-address.ts";

import { isImageAddress } from "./image-rules.ts";

const MESSAGE = "Please enter a valid URL or file path";

/** Address of an image: a path on this server, or an absolute http(s) address. */
export const imageAddressSchema = z
  .string()
  .trim()
  .overwrite(completeAddress)
  .max(TEXT_LIMITS.url, `Use at most ${TEXT_LIMITS.url} characters`)
  .refine((address) => isImageAddress(address), MESSAGE);

/** Optional image address. An empty field means none. */
export const optionalImageAddress = z
  .union([z.literal("").transform(() => null), imageAddressSchema], { error: MESSAGE })
  .nullish()
  .transform((address) => address ?? null);
