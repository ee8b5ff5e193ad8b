import type { ImportReport, MappingOf } from "#shared/import-request.ts";
import type { ImportKind } from "#shared/import-row.ts";

interface OtherFormat {
  name: string;
  /** Such as ".bib". */
  extension: string;
  /** The entries in a text; none where it is in another format. */
  entriesOf: (text: string) => readonly string[];
}

/** Where the rows of a file go. */
export interface ImportTarget<Field extends string> {
  kind: Omit<ImportKind<Field, unknown>, "readers" | "exactReaders" | "schema">;
  /** The dialog's name, such as "Import Tools". */
  title: string;
  /** Rows as somebody might paste them. */
  example: string;
  /** A format besides CSV and JSON. Its entries are sent as they stand: they have no columns to choose from. */
  other?: OtherFormat;
  send: (call: { rows: unknown[]; mapping: MappingOf<Field>; dryRun: boolean }) => Promise<ImportReport>;
  /** Hears that an import has ended. */
  onImported: () => void;
}
