import { z } from "zod";

import { authorSchema } from "#shared/accounts/users.ts";

import { baseRevision, idSchema } from "./text.ts";

/** An item to delete; with `revision`, only if nobody changed it since. */
export const removalRequestSchema = z.object({ id: idSchema, revision: baseRevision });
export type RemovalRequest = z.output<typeof removalRequestSchema>;

/** What deleting something answers: by this id it can be restored. */
export const removalSchema = z.object({ deletionId: idSchema });

export const DELETION_KINDS = ["tool", "prompt", "reading", "comment"] as const;

/** Something that was deleted and can come back. */
export const deletionSchema = z.object({
  id: idSchema,
  kind: z.enum(DELETION_KINDS),
  itemId: idSchema,
  /** Of a comment, the reading that it is about. */
  containerId: idSchema.nullable(),
  /** Its title as it was; of a comment that of the reading. */
  title: z.string(),
  /** Of a comment, how its words begin. */
  excerpt: z.string().nullable(),
  /** How many of what went with it, such as { "comments": 3 }. */
  contents: z.record(z.string(), z.int()),
  deletedAt: z.iso.datetime(),
  deletedBy: authorSchema.nullable(),
  /** When it is deleted for good. */
  goneAt: z.iso.datetime(),
});
export type Deletion = z.infer<typeof deletionSchema>;

/** What came back. */
export const restoredSchema = deletionSchema.pick({
  kind: true,
  itemId: true,
  containerId: true,
  title: true,
});
export type Restored = z.infer<typeof restoredSchema>;
