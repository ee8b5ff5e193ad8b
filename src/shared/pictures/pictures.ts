import { z } from "zod";

import { httpUrl } from "#shared/kernel/text.ts";

export const pictureCheckSchema = z.object({ url: httpUrl });
/** Problem with another site's picture, in a sentence. Null if it can be shown. */
export const pictureVerdictSchema = z.object({ error: z.string().nullable() });
