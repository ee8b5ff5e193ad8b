import type { CellReader } from "#shared/imports/adjustments.ts";

import type { FieldSchemas, SchemaKinds } from "./field-schemas.ts";

/** Form control of a field. `own` is provided by the section, and `none` means that it isn't editable. */
export type Control =
  | "text"
  | "number"
  | "textarea"
  | "address"
  | "option"
  | "tags"
  | "lowercase-tags"
  | "own"
  | "none";

/** Row in an entity's table of fields, used by schemas, forms, views, imports and exports. */
export interface Field {
  /** Label in the form. Files and messages use it in sentence case. */
  label: string;

  /** Returns the schemas of the field. A function, so that code that only shows fields doesn't load zod. */
  schemas: (kinds: SchemaKinds) => FieldSchemas;
  /** Stored value if the input has none. */
  emptyValue: unknown;

  control: Control;
  isRequired: boolean;
  /** True if it spans both columns of the form. */
  isWide: boolean;
  placeholder?: string;
  hint?: string;
  /** Height of a text area, in lines. */
  rows?: number;

  /** Names of columns for the field, without case, spaces and punctuation, likeliest first. */
  headers: string;
  /** Names that count only if the file has no column with a name in `headers` of any field. */
  otherHeaders?: string;
  /** Parse a cell: `readCell` from another program's file, `readExactly` unchanged from a StackLoop export. */
  readCell: CellReader;
  readExactly: CellReader;

  /** True if the value is the address of a picture. */
  isPicture: boolean;
  /** True if each view chooses the field's position. All other fields follow with their label, unless empty. */
  isPlacedSeparately: boolean;
  /** Convert the stored value for a form, for display, and for a table cell. */
  toFormValue(value: unknown): unknown;
  toText(value: unknown): string;
  toCell(value: unknown): string;
}

export type FieldTable = Readonly<Record<string, Field>>;

type PropertyOf<Fields extends FieldTable, Part extends keyof Field> = {
  [Name in keyof Fields]: Fields[Name][Part];
};

/** Returns one property of each field, such as all labels or all empty values. */
export function pickProperty<Fields extends FieldTable, Part extends keyof Field>(
  fields: Fields,
  part: Part,
): PropertyOf<Fields, Part>;
export function pickProperty(fields: FieldTable, part: keyof Field) {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[part]]));
}

/** Maps every field to a value. */
export function mapFields<Fields extends FieldTable, Value>(
  fields: Fields,
  valueOf: (field: Field) => Value,
): Record<keyof Fields & string, Value>;
export function mapFields<Value>(fields: FieldTable, valueOf: (field: Field) => Value) {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueOf(field)]));
}

/** Returns the field names of a table, in order. */
export function namesOf<Fields extends FieldTable>(fields: Fields): (keyof Fields & string)[];
export function namesOf(fields: FieldTable) {
  return Object.keys(fields);
}

type NamesWithControl<Fields extends FieldTable, Kind extends Control> = {
  [Name in keyof Fields]: Fields[Name]["control"] extends Kind ? Name : never;
}[keyof Fields] &
  string;

/** Names of fields whose form control the section provides. */
export type OwnControlOf<Fields extends FieldTable> = NamesWithControl<Fields, "own">;

/** Returns the fields shown in a form. */
export function formFieldsOf<Fields extends FieldTable>(
  fields: Fields,
): Omit<Fields, NamesWithControl<Fields, "none">>;
export function formFieldsOf(fields: FieldTable) {
  return Object.fromEntries(Object.entries(fields).filter(([, { control }]) => control !== "none"));
}

/** Returns the fields for which views choose no position. */
export const factsOf = <Fields extends FieldTable>(fields: Fields): (keyof Fields & string)[] =>
  namesOf(fields).filter((name) => !fields[name]?.isPlacedSeparately);
