import { z } from "zod";

import { IMAGE_EXTENSIONS } from "./image-rules.ts";

/** Lifetime of an upload address. */
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
