import type { JsonSchema } from "#server/web/rest/json-schema.ts";

const KNOWN_KEYS = new Set(
  `$ref $schema $defs type const enum properties required additionalProperties propertyNames items anyOf oneOf
   description default format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum minItems
   maxItems title examples`.split(/\s+/u),
);

const TYPES: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

/** A schema as a TypeScript type. References are the names of types. */
export function toType(schema: JsonSchema): string {
  const unknown = Object.keys(schema).find((key) => !KNOWN_KEYS.has(key));
  if (unknown !== undefined)
    throw new Error(`JSON Schema's ${unknown} has no type yet: ${JSON.stringify(schema)}`);
  if (schema.$ref !== undefined) return schema.$ref;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map(toType));
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => toType({ ...schema, type })));
  if (schema.type === "array") {
    const item = toType(schema.items ?? {});
    return isUnion(schema.items ?? {}) ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type === "object") return toObject(schema);
  return refType(schema.pattern) ?? TYPES[schema.type ?? ""] ?? "unknown";
}

/** A reference to an item or topic, such as `tool:ID`. */
function refType(pattern: string | undefined): string | undefined {
  const [, kinds] = /^\^\(?([a-z|]+)\)?:/u.exec(pattern ?? "") ?? [];
  return kinds && `\`\${${union(kinds.split("|").map((kind) => JSON.stringify(kind)))}}:\${string}\``;
}

const isUnion = ({ enum: values, anyOf, oneOf, type }: JsonSchema): boolean =>
  [values, anyOf, oneOf, type].some((list) => Array.isArray(list) && list.length > 1);

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ");

function toObject(schema: JsonSchema): string {
  const { properties, required = [], additionalProperties, propertyNames } = schema;
  if (!properties && typeof additionalProperties === "object") {
    const key = propertyNames ? toType(propertyNames) : "string";
    const record = `Record<${key}, ${toType(additionalProperties)}>`;
    return key === "string" || required.length > 0 ? record : `Partial<${record}>`;
  }
  const lines = Object.entries(properties ?? {}).map(([name, property]) => {
    const isRequired = required.includes(name);
    const key = /^[A-Za-z_$][\w$]*$/u.test(name) ? name : JSON.stringify(name);
    const type = toType(property);
    return `${comment(property.description)}${key}${isRequired ? "" : "?"}: ${type}${isRequired ? "" : " | undefined"};`;
  });
  return lines.length === 0 ? "Record<string, never>" : `{\n${lines.join("\n")}\n}`;
}

/** The declaration of a named type. */
export function toDeclaration(name: string, schema: JsonSchema): string {
  const type = toType(schema);
  const text = type.startsWith("{\n") ? `interface ${name} ${type}` : `type ${name} = ${type};`;
  return `${comment(schema.description)}export ${text}`;
}

/** A doc comment with a line break after it, or an empty string. */
export const comment = (text: string | undefined): string =>
  text === undefined || text === "" ? "" : `/** ${text.replaceAll("*/", "*\\/")} */\n`;

/** Indents lines by the braces around them. */
export function indent(text: string): string {
  let depth = 0;
  return text
    .split("\n")
    .map((line) => {
      const closes = line.startsWith("}");
      if (closes) depth -= 1;
      const indented = "  ".repeat(depth) + line;
      if (line.endsWith("{")) depth += 1;
      return indented;
    })
    .join("\n");
}
