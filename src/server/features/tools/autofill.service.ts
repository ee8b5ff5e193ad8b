import { notFound } from "#server/errors.ts";
import type { AutofillRequest } from "#shared/tools.ts";

import { findStarterTool } from "./starter-catalogue.ts";

/** Suggests one field of a tool from what the bundled catalogue knows of it. */
export function autofill({ toolName, fieldType }: AutofillRequest): { value: string; source: string } {
  const known = findStarterTool(toolName)?.[fieldType];
  const value = Array.isArray(known) ? known.join(", ") : known;
  if (!value) throw notFound(`A suggestion for this field of ${toolName}`);
  return { value, source: "StackLoop's starter catalogue" };
}
