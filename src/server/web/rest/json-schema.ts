import { z } from "zod";

import { isItemInput } from "#shared/kernel/items.ts";

import { describeProperty } from "./descriptions.ts";
import { schemaNames } from "./schema-names.ts";

export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  pattern?: string;
  description?: string;
}

export type Schemas = Record<string, JsonSchema>;

const jsonSchemaShape: z.ZodType<JsonSchema & { $schema?: string; $defs?: Schemas }> = z.looseObject({});

/**
 * Converts a schema to JSON Schema with descriptions. Adds named schemas to `schemas`, and refers to them by name
 * after `path`.
 */
export function toJsonSchema(
  schema: z.ZodType,
  io: "input" | "output",
  schemas: Schemas,
  path = "#/components/schemas/",
): JsonSchema {
  const generated = z.toJSONSchema(schema, {
    io,
    metadata: schemaNames,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      // Read-only fields are ignored, not rejected.
      if (isItemInput(zodSchema)) delete jsonSchema.additionalProperties;
      // A format or an integer type needs no pattern and no bounds.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      // The properties have the defaults, and generators expect a default to be complete.
      if (zodSchema instanceof z.ZodPrefault) delete jsonSchema.default;
      // By default, a preprocessed field counts as optional, though its schema rejects undefined.
      if (io === "input" && zodSchema instanceof z.ZodObject) setRequired(zodSchema, jsonSchema);
    },
  });
  const withPaths: unknown = JSON.parse(JSON.stringify(generated).replaceAll("#/$defs/", path));
  const { $schema: _, $defs, ...root } = jsonSchemaShape.parse(withPaths);
  for (const [name, named] of Object.entries($defs ?? {})) schemas[name] = describeProperties(named, name);
  return describeProperties(root, "");
}

/** Adds descriptions to all properties, including nested ones. */
function describeProperties(plain: JsonSchema, name: string): JsonSchema {
  const schema = withNamedProperties(plain);
  const describeInner = (inner: JsonSchema) => describeProperties(inner, name);
  const properties = Object.entries(schema.properties ?? {}).map(([property, inner]) => {
    const description = inner.description ?? describeProperty(name, property);
    return [property, { ...describeInner(inner), description }];
  });
  return {
    ...schema,
    ...(schema.properties && { properties: Object.fromEntries(properties) }),
    ...(schema.items && { items: describeInner(schema.items) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(describeInner) }),
    ...(schema.oneOf && { oneOf: schema.oneOf.map(describeInner) }),
  };
}

/** Expands a record with fixed keys to an object with properties. */
function withNamedProperties(schema: JsonSchema): JsonSchema {
  const { propertyNames, additionalProperties, required, ...rest } = schema;
  if (!propertyNames?.enum || typeof additionalProperties !== "object" || !required) return schema;
  const properties = propertyNames.enum.map((key) => [
    key,
    { ...additionalProperties, description: `Of \`${String(key)}\`.` },
  ]);
  return { ...rest, required, properties: Object.fromEntries(properties), additionalProperties: false };
}

function setRequired({ shape }: z.ZodObject, jsonSchema: { required?: string[] }): void {
  const required = Object.entries(shape).filter(
    ([, field]) => field instanceof z.ZodType && !field.safeParse(undefined).success,
  );
  if (required.length > 0) jsonSchema.required = required.map(([name]) => name);
}
