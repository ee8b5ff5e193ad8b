import { z } from "zod";

import { httpUrl } from "#shared/kernel/text.ts";

export const pictureCheckSchema = z.object({ url: httpUrl });
/** What is wrong with a picture of another site, in a sentence; null when it can be shown. */
export const pictureVerdictSchema = z.object({ error: z.string().nullable() });
