import type { CellReader } from "#shared/imports/adjustments.ts";
import {
  addressCell,
  exactly,
  exactTagsCell,
  imageAddressCell,
  lineReader,
  lowercaseTagsCell,
  optionReader,
  proseReader,
  tagsCell,
} from "#shared/imports/cells.ts";
import { optionLabel } from "#shared/kernel/labels.ts";
import { TEXT_LIMITS } from "#shared/kernel/text-rules.ts";

import type { SchemaKinds } from "./field-schemas.ts";

/** What differs between two fields of one kind. */
interface Row {
  label: string;
  headers: string;
  otherHeaders?: string;
  placeholder?: string;
  hint?: string;
  rows?: number;
  isWide?: boolean;
  hasOwnPlace?: boolean;
  readCell?: CellReader;
}

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

/** A value that is one text, a number or nothing. */
export const TEXT_VALUE = {
  emptyValue: null,
  isRequired: false,
  isWide: false,
  isPicture: false,
  hasOwnPlace: false,
  toFormValue: textOf,
  toText: textOf,
  toCell: textOf,
};

/** A value that is a list. */
export const LIST_VALUE = {
  emptyValue: [],
  isRequired: false,
  isWide: true,
  isPicture: false,
  hasOwnPlace: true,
};

/** One line of text. */
export const lineField = (max: number, row: Row) => ({
  ...TEXT_VALUE,
  schemas: (kinds: SchemaKinds) => kinds.line(max),
  control: "text" as const,
  readCell: lineReader(max),
  readExactly: lineReader(max),
  ...row,
});

/** One line of text that has to be there; `message` stands at the field when it is not. */
export const requiredLineField = (max: number, message: string, row: Row) => ({
  ...lineField(max, row),
  ...TEXT_VALUE,
  schemas: (kinds: SchemaKinds) => kinds.requiredLine(max, message),
  emptyValue: "",
  isRequired: true,
  ...row,
});

/** Text of several lines. */
export const proseField = (max: number, row: Row) => ({
  ...TEXT_VALUE,
  schemas: (kinds: SchemaKinds) => kinds.prose(max),
  control: "textarea" as const,
  isWide: true,
  readCell: proseReader(max),
  readExactly: proseReader(max),
  ...row,
});

/** Text of several lines that has to be there. */
export const requiredProseField = (max: number, message: string, row: Row) => ({
  ...proseField(max, row),
  ...TEXT_VALUE,
  schemas: (kinds: SchemaKinds) => kinds.requiredProse(max, message),
  emptyValue: "",
  isRequired: true,
  isWide: true,
  ...row,
});

/** One of the options that the browser offers, or another; `toOption` finds the option that a file's words mean. */
export const optionField = (toOption: (words: string) => string, row: Row) => ({
  ...lineField(TEXT_LIMITS.tag, row),
  control: "option" as const,
  readCell: optionReader(toOption),
  toText: (value: unknown) => optionLabel(textOf(value)),
});

/** The address of a web page. */
export const addressField = (row: Row) => ({
  ...TEXT_VALUE,
  schemas: (kinds: SchemaKinds) => kinds.address(),
  control: "address" as const,
  isWide: true,
  readCell: addressCell,
  readExactly: exactly(addressCell),
  ...row,
});

/** The address of a picture, uploaded or elsewhere; how a form shows it is the section's. */
export const pictureField = (row: Row) => ({
  ...TEXT_VALUE,
  schemas: (kinds: SchemaKinds) => kinds.picture(),
  control: "own" as const,
  isWide: true,
  isPicture: true,
  hasOwnPlace: true,
  readCell: imageAddressCell,
  readExactly: exactly(imageAddressCell),
  ...row,
});

/** A list of tags. */
export const tagsField = (row: Row) => ({
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

/** A list of tags that are kept in lower case. */
export const lowercaseTagsField = (row: Row) => ({
  ...tagsField(row),
  ...LIST_VALUE,
  schemas: (kinds: SchemaKinds) => kinds.lowercaseTags(),
  control: "lowercase-tags" as const,
  readCell: lowercaseTagsCell,
});
