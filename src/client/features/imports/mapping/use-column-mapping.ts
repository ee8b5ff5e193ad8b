import { useState } from "react";

import type { MappingOf } from "#shared/imports/request.ts";
import { guessMapping, type ImportKind } from "#shared/imports/row.ts";

/** Field with the column mapped to it. */
export interface MappedField {
  name: string;
  label: string;
  isRequired: boolean;
  column: string | undefined;
  error: string | undefined;
  choose: (column: string) => void;
}

/** Mapping from a file's columns to fields. */
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
    /** Sets the mapping suggested by the headers of these rows. */
    guess(rows: readonly unknown[]) {
      setMapping(guessMapping(kind, rows));
      setChecked(false);
    },
    /** Returns false if a required field has no column. The field shows that from then on. */
    check(): boolean {
      setChecked(true);
      return fields.every(({ isRequired, column }) => !isRequired || column !== undefined);
    },
  };
}
