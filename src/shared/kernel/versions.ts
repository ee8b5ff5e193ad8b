import { z } from "zod";

import { type Author, authorSchema } from "#shared/accounts/users.ts";
import type { FieldTable } from "#shared/fields/field.ts";
import { schemasOf } from "#shared/fields/schemas-of.ts";

import { pageRequestSchema } from "./paging.ts";
import { wholeNumber, baseRevision, idSchema, revisionSchema } from "./text.ts";

/** Version of an item: its content after an edit, the author, the time and the reason, if stated. */
export interface VersionSummary {
  revision: number;
  /** Null for the server itself. */
  savedBy: Author | null;
  savedAt: string;
  note: string | null;
}
export type VersionOf<Fields> = Fields & VersionSummary;

/** Creates the schema of an item's version with these fields, as returned by procedures. */
export const versionSchemaOf = <Fields extends FieldTable>(fields: Fields) =>
  z.object({
    ...schemasOf(fields, "storedSchema"),
    revision: revisionSchema,
    savedBy: authorSchema.nullable(),
    savedAt: z.iso.datetime(),
    note: z.string().nullable(),
  });

/** Request for an item's versions, newest first. With `upTo`, starts from that revision. */
export const versionsRequestSchema = pageRequestSchema.extend({
  id: idSchema,
  upTo: wholeNumber(revisionSchema).optional(),
});
export type VersionsRequest = z.infer<typeof versionsRequestSchema>;

/** Request to restore `revision` as a new version. Rejected if `baseRevision` is not the current one. */
export const restoreRequestSchema = z.strictObject({
  id: idSchema,
  revision: revisionSchema,
  baseRevision,
});
export type RestoreRequest = z.infer<typeof restoreRequestSchema>;
