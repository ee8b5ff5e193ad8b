import { z } from "zod";

import { authorSchema } from "#shared/accounts/users.ts";

import { LIBRARY_KINDS } from "./item-address.ts";
import { itemKindSchema } from "./items.ts";
import { baseRevision, idSchema } from "./text.ts";

/** Item to delete. With `revision`, only if nobody has changed it since. */
export const removalRequestSchema = z.object({ id: idSchema, revision: baseRevision });
export type RemovalRequest = z.output<typeof removalRequestSchema>;

/** Result of a deletion, with the id to restore it. */
export const removalSchema = z.object({ deletionId: idSchema });

export const DELETION_KINDS = [...LIBRARY_KINDS, "comment"] as const;

/** Deleted item that can be restored. */
export const deletionSchema = z.object({
  id: idSchema,
  kind: z.enum(DELETION_KINDS),
  itemId: idSchema,
  /** For a comment: the item that it is about. */
  containerKind: itemKindSchema.nullable(),
  containerId: idSchema.nullable(),
  /** Title at the time of the deletion. For a comment, the title of its item. */
  title: z.string(),
  /** Beginning of a comment's text. */
  excerpt: z.string().nullable(),
  /** Numbers of rows deleted with it, such as { "comments": 3 }. */
  contents: z.record(z.string(), z.int()),
  deletedAt: z.iso.datetime(),
  deletedBy: authorSchema.nullable(),
  /** Time of its permanent deletion. */
  goneAt: z.iso.datetime(),
});
export type Deletion = z.infer<typeof deletionSchema>;

export const restoredSchema = deletionSchema.pick({
  kind: true,
  itemId: true,
  containerKind: true,
  containerId: true,
  title: true,
});
export type Restored = z.infer<typeof restoredSchema>;
