import { z } from "zod";

import { httpUrl } from "#shared/kernel/text.ts";

import { IMAGE_EXTENSIONS } from "./image-rules.ts";

export const pictureCheckSchema = z.object({ url: httpUrl });
/** Problem with another site's picture, in a sentence. Null if it can be shown. */
export const pictureVerdictSchema = z.object({ error: z.string().nullable() });

/** Lifetime of an upload address, in minutes. */
export const UPLOAD_ADDRESS_MINUTES = 10;

export const uploadRequestSchema = z.strictObject({
  fileExtension: z
    .string()
    .max(20)
    .transform((extension) => extension.toLowerCase())
    .pipe(z.enum(IMAGE_EXTENSIONS, { error: `Choose an image: ${IMAGE_EXTENSIONS.join(", ")}` }))
    .default("jpg"),
});

export const uploadAddressSchema = z.object({ uploadURL: z.url() });
