import { z } from "zod";

import type { FieldTable } from "./fields/field.ts";
import { schemasOf } from "./fields/schemas-of.ts";
import { baseRevision, idSchema, revisionSchema } from "./text.ts";
import { type Author, authorSchema } from "./users.ts";

/** One state of an item: what an edit made of it, by whom, when and, if they said so, why. */
interface VersionMark {
  revision: number;
  /** Null for the server itself. */
  savedBy: Author | null;
  savedAt: string;
  note: string | null;
}
export type VersionOf<Fields> = Fields & VersionMark;

/** A version of an item with these fields, as procedures answer it. */
export const versionSchemaOf = <Fields extends FieldTable>(fields: Fields) =>
  z.object({
    ...schemasOf(fields, "storedSchema"),
    revision: revisionSchema,
    savedBy: authorSchema.nullable(),
    savedAt: z.iso.datetime(),
    note: z.string().nullable(),
  });

/** Makes what `revision` held a new version; a `baseRevision` that is not the present one is refused. */
export const restoreRequestSchema = z.object({
  id: idSchema,
  revision: revisionSchema,
  baseRevision,
});
export type RestoreRequest = z.infer<typeof restoreRequestSchema>;
