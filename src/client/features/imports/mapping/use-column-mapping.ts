import { useState } from "react";

import type { MappingOf } from "#shared/imports/request.ts";
import { guessMapping, type ImportKind } from "#shared/imports/row.ts";

/** A field and the column that fills it. */
export interface MappedField {
  name: string;
  label: string;
  isRequired: boolean;
  column: string | undefined;
  error: string | undefined;
  choose: (column: string) => void;
}

/** Which column of a file fills which field. */
export function useColumnMapping<Field extends string>(kind: ImportKind<Field, unknown>) {
  const [mapping, setMapping] = useState<MappingOf<Field>>({});
  const [isChecked, setChecked] = useState(false);

  const fields = kind.fields.map((field): MappedField => {
    const content = kind.required[field];
    const column = mapping[field];
    const isMissing = content !== undefined && column === undefined;
    return {
      name: field,
      label: kind.labels[field],
      isRequired: content !== undefined,
      column,
      error: isChecked && isMissing ? `Choose the column with ${content}` : undefined,
      choose: (chosen) => setMapping({ ...mapping, [field]: chosen === "" ? undefined : chosen }),
    };
  });

  return {
    mapping,
    fields,
    /** Begins with what the headers of these rows suggest. */
    guess(rows: readonly unknown[]) {
      setMapping(guessMapping(kind, rows));
      setChecked(false);
    },
    /** False where a required field has no column, which the field shows from then on. */
    check(): boolean {
      setChecked(true);
      return fields.every(({ isRequired, column }) => !isRequired || column !== undefined);
    },
  };
}
