import { z } from "zod";

import { optionalImageAddress } from "#shared/image-address.ts";
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
import { optionLabel } from "#shared/labels.ts";
import {
  listOrNull,
  lowercaseTagList,
  optionalHttpUrl,
  optionalLine,
  optionalProse,
  requiredLine,
  requiredProse,
  tagList,
  TEXT_LIMITS,
} from "#shared/text.ts";

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

/** A value that is one text, a number or nothing. */
export const givenAsText = <Given extends z.ZodType>(schema: Given) => ({
  schema,
  newSchema: schema,
  editSchema: schema.optional(),
  formSchema: schema,
  emptyValue: null,
  isRequired: false,
  isWide: false,
  hasOwnPlace: false,
  toFormValue: textOf,
  toText: textOf,
  toCell: textOf,
});

/** A value that is a list; a call may give `null` for an empty one. */
export const givenAsList = <Given, Item>(list: z.ZodType<Item[], Given>) => ({
  schema: list,
  newSchema: listOrNull(list).default([]),
  editSchema: listOrNull(list).optional(),
  formSchema: list,
  emptyValue: [],
  isRequired: false,
  isWide: true,
  hasOwnPlace: true,
});

const optionalText = z.string().nullable();

/** One line of text. */
export const lineField = (max: number, row: Row) => ({
  ...givenAsText(optionalLine(max)),
  storedSchema: optionalText,
  control: "text" as const,
  readCell: lineReader(max),
  readExactly: lineReader(max),
  ...row,
});

/** One line of text that has to be there; `message` stands at the field when it is not. */
export const requiredLineField = (max: number, message: string, row: Row) => ({
  ...lineField(max, row),
  ...givenAsText(requiredLine(max, message)),
  storedSchema: z.string(),
  emptyValue: "",
  isRequired: true,
  ...row,
});

/** Text of several lines. */
export const proseField = (max: number, row: Row) => ({
  ...givenAsText(optionalProse(max)),
  storedSchema: optionalText,
  control: "textarea" as const,
  isWide: true,
  readCell: proseReader(max),
  readExactly: proseReader(max),
  ...row,
});

/** Text of several lines that has to be there. */
export const requiredProseField = (max: number, message: string, row: Row) => ({
  ...proseField(max, row),
  ...givenAsText(requiredProse(max, message)),
  storedSchema: z.string(),
  emptyValue: "",
  isRequired: true,
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
  ...givenAsText(optionalHttpUrl),
  storedSchema: optionalText,
  control: "address" as const,
  isWide: true,
  readCell: addressCell,
  readExactly: exactly(addressCell),
  ...row,
});

/** The address of a picture, uploaded or elsewhere; how a form shows it is the section's. */
export const pictureField = (row: Row) => ({
  ...givenAsText(optionalImageAddress),
  storedSchema: optionalText,
  control: "own" as const,
  isWide: true,
  hasOwnPlace: true,
  readCell: imageAddressCell,
  readExactly: exactly(imageAddressCell),
  ...row,
});

const tagTexts = z.array(z.string()).catch([]);

/** A list of tags. */
export const tagsField = (row: Row) => ({
  ...givenAsList(tagList),
  storedSchema: z.array(z.string()),
  control: "tags" as const,
  readCell: tagsCell,
  readExactly: exactTagsCell,
  toFormValue: (value: unknown): unknown => value,
  toText: (value: unknown) => tagTexts.parse(value).join(", "),
  toCell: (value: unknown) => tagTexts.parse(value).join("; "),
  ...row,
});

/** A list of tags that are kept in lower case. */
export const lowercaseTagsField = (row: Row) => ({
  ...tagsField(row),
  ...givenAsList(lowercaseTagList),
  control: "lowercase-tags" as const,
  readCell: lowercaseTagsCell,
});
