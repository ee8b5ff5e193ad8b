import { type FieldSchemas, SCHEMA_KINDS } from "./field-schemas.ts";
import type { Field, FieldTable } from "./field.ts";

type SchemasOf<Fields extends FieldTable> = {
  [Name in keyof Fields]: ReturnType<Fields[Name]["schemas"]>;
};

type PartOf<Fields extends FieldTable, Part extends keyof FieldSchemas> = {
  [Name in keyof Fields]: SchemasOf<Fields>[Name][Part];
};

/** Returns one schema of each field: the shape of the entity's schema. */
export function schemasOf<Fields extends FieldTable, Part extends keyof FieldSchemas>(
  fields: Fields,
  part: Part,
): PartOf<Fields, Part>;
export function schemasOf(fields: FieldTable, part: keyof FieldSchemas) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, schemasOfField(field)[part]]),
  );
}

/** Created once for each field, since creating schemas takes a large part of the start. */
const schemasByField = new WeakMap<object, FieldSchemas>();

function schemasOfField(field: Pick<Field, "schemas">): FieldSchemas {
  const schemas = schemasByField.get(field) ?? field.schemas(SCHEMA_KINDS);
  schemasByField.set(field, schemas);
  return schemas;
}
