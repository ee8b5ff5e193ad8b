import { z } from "zod";

import { pageOf } from "#shared/kernel/paging.ts";
import { idSchema } from "#shared/kernel/text.ts";

/** Pages that people read without signing in. */
export const SHARED_PAGE_KINDS = ["radar", "landscape", "brief"] as const;

export const newSharedPageSchema = z
  .strictObject({
    kind: z.enum(SHARED_PAGE_KINDS, {
      error: `Choose one of these kinds: ${SHARED_PAGE_KINDS.join(", ")}`,
    }),
    /** Published brief; only for this kind. */
    briefId: idSchema.optional(),
    /** False to omit the names of people. */
    showsNames: z.boolean().default(true),
  })
  .superRefine(({ kind, briefId }, context) => {
    if ((kind === "brief") !== (briefId === undefined)) return;
    const message = kind === "brief" ? "Choose a published brief" : "Only a brief has this id";
    context.addIssue({ code: "custom", path: ["briefId"], message });
  });
export type NewSharedPage = z.infer<typeof newSharedPageSchema>;

export const sharedPageSchema = z.object({
  id: idSchema,
  kind: z.enum(SHARED_PAGE_KINDS),
  /** Null for the radar and the landscape. */
  briefId: idSchema.nullable(),
  title: z.string(),
  showsNames: z.boolean(),
  /** Name of the administrator who shared it. Null for a deleted account. */
  by: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type SharedPage = z.infer<typeof sharedPageSchema>;
export const sharedPagesSchema = pageOf(sharedPageSchema);

/** New shared page with its address, which is shown only once. */
export const createdSharedPageSchema = sharedPageSchema.extend({ pageUrl: z.url() });
export type CreatedSharedPage = z.infer<typeof createdSharedPageSchema>;
