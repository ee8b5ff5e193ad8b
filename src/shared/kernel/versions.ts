import { z } from "zod";

import { type Author, authorSchema } from "#shared/accounts/users.ts";
import type { FieldTable } from "#shared/fields/field.ts";
import { schemasOf } from "#shared/fields/schemas-of.ts";
import { wholeNumber } from "#shared/texts/numbers-in-text.ts";

import { pageRequestSchema } from "./paging.ts";
import { baseRevision, idSchema, revisionSchema } from "./text.ts";

/** One state of an item: what an edit made of it, by whom, when and, if they said so, why. */
export interface VersionSummary {
  revision: number;
  /** Null for the server itself. */
  savedBy: Author | null;
  savedAt: string;
  note: string | null;
}
export type VersionOf<Fields> = Fields & VersionSummary;

/** A version of an item with these fields, as procedures answer it. */
export const versionSchemaOf = <Fields extends FieldTable>(fields: Fields) =>
  z.object({
    ...schemasOf(fields, "storedSchema"),
    revision: revisionSchema,
    savedBy: authorSchema.nullable(),
    savedAt: z.iso.datetime(),
    note: z.string().nullable(),
  });

/** The versions of an item, the newest first; with `upTo` from that revision on, back to the first one. */
export const versionsRequestSchema = pageRequestSchema.extend({
  id: idSchema,
  upTo: wholeNumber(revisionSchema).optional(),
});
export type VersionsRequest = z.infer<typeof versionsRequestSchema>;

/** Makes what `revision` held a new version; a `baseRevision` that is not the present one is refused. */
export const restoreRequestSchema = z.strictObject({
  id: idSchema,
  revision: revisionSchema,
  baseRevision,
});
export type RestoreRequest = z.infer<typeof restoreRequestSchema>;
