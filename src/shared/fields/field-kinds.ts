import type { CellReader } from "#shared/imports/adjustments.ts";
import {
  addressCell,
  exactAddressReader,
  exactTagsCell,
  imageAddressCell,
  lineReader,
  lowercaseTagsCell,
  optionReader,
  proseReader,
  tagsCell,
} from "#shared/imports/cells.ts";
import { optionLabel, TEXT_LIMITS } from "#shared/kernel/text-rules.ts";

import type { SchemaKinds } from "./field-schemas.ts";

/** Properties that differ between fields of one kind. */
interface FieldOptions {
  label: string;
  headers: string;
  otherHeaders?: string;
  placeholder?: string;
  hint?: string;
  rows?: number;
  isWide?: boolean;
  isPlacedSeparately?: boolean;
  readCell?: CellReader;
}

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

/** Value that is a text, a number or empty. */
export const TEXT_VALUE = {
  emptyValue: null,
  isRequired: false,
  isWide: false,
  isPicture: false,
  isPlacedSeparately: false,
  toFormValue: textOf,
  toText: textOf,
  toCell: textOf,
};

/** Value that is a list. */
export const LIST_VALUE = {
  emptyValue: [],
  isRequired: false,
  isWide: true,
  isPicture: false,
  isPlacedSeparately: true,
};

export const lineField = (max: number, row: FieldOptions) => ({
  ...TEXT_VALUE,
  schemas: (kinds: SchemaKinds) => kinds.line(max),
  control: "text" as const,
  readCell: lineReader(max),
  readExactly: lineReader(max),
  ...row,
});

/** Field for one required line of text. `message` is shown at the field if it is missing. */
export const requiredLineField = (max: number, message: string, row: FieldOptions) => ({
  ...lineField(max, row),
  ...TEXT_VALUE,
  schemas: (kinds: SchemaKinds) => kinds.requiredLine(max, message),
  emptyValue: "",
  isRequired: true,
  ...row,
});

/** Field for multi-line text. */
export const proseField = (max: number, row: FieldOptions) => ({
  ...TEXT_VALUE,
  schemas: (kinds: SchemaKinds) => kinds.prose(max),
  control: "textarea" as const,
  isWide: true,
  readCell: proseReader(max),
  readExactly: proseReader(max),
  ...row,
});

/** Field for required multi-line text. */
export const requiredProseField = (max: number, message: string, row: FieldOptions) => ({
  ...proseField(max, row),
  ...TEXT_VALUE,
  schemas: (kinds: SchemaKinds) => kinds.requiredProse(max, message),
  emptyValue: "",
  isRequired: true,
  isWide: true,
  ...row,
});

/** Field for one of the options in the form, or another value. `toOption` maps a file's wording to an option. */
export const optionField = (toOption: (words: string) => string, row: FieldOptions) => ({
  ...lineField(TEXT_LIMITS.tag, row),
  control: "option" as const,
  readCell: optionReader(toOption),
  toText: (value: unknown) => optionLabel(textOf(value)),
});

/** Field for the address of a web page. */
export const addressField = (row: FieldOptions) => ({
  ...TEXT_VALUE,
  schemas: (kinds: SchemaKinds) => kinds.address(),
  control: "address" as const,
  isWide: true,
  readCell: addressCell,
  readExactly: exactAddressReader(addressCell),
  ...row,
});

/** Field for the address of a picture, uploaded or external. Each section provides its form control. */
export const pictureField = (row: FieldOptions) => ({
  ...TEXT_VALUE,
  schemas: (kinds: SchemaKinds) => kinds.picture(),
  control: "own" as const,
  isWide: true,
  isPicture: true,
  isPlacedSeparately: true,
  readCell: imageAddressCell,
  readExactly: exactAddressReader(imageAddressCell),
  ...row,
});

export const tagsField = (row: FieldOptions) => ({
  ...LIST_VALUE,
  schemas: (kinds: SchemaKinds) => kinds.tags(),
  control: "tags" as const,
  readCell: tagsCell,
  readExactly: exactTagsCell,
  toFormValue: (value: unknown): unknown => value,
  toText: (value: unknown) => textsOf(value).join(", "),
  toCell: (value: unknown) => textsOf(value).join("; "),
  ...row,
});

/** Field for a list of tags stored in lower case. */
export const lowercaseTagsField = (row: FieldOptions) => ({
  ...tagsField(row),
  ...LIST_VALUE,
  schemas: (kinds: SchemaKinds) => kinds.lowercaseTags(),
  control: "lowercase-tags" as const,
  readCell: lowercaseTagsCell,
});
