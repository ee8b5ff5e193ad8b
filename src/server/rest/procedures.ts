import { z } from "zod";

import type { Access } from "#server/access.ts";
import { type AppRouter, appRouter } from "#server/app-router.ts";

type Procedures = AppRouter["_def"]["record"];

/** The dotted name of a procedure, such as `tools.list`. */
export type ProcedureName = {
  [Slice in keyof Procedures & string]: `${Slice}.${keyof Procedures[Slice] & string}`;
}[keyof Procedures & string];

export interface ProcedureFacts {
  type: "query" | "mutation" | "subscription";
  access: Access;
  /** Absent for a procedure without input. */
  input: z.ZodType | undefined;
  output: z.ZodType | undefined;
}

const factsSchema = z.object({
  type: z.enum(["query", "mutation", "subscription"]),
  meta: z.object({ access: z.enum(["public", "protected", "admin"]) }),
  inputs: z.array(z.instanceof(z.ZodType)),
  output: z.instanceof(z.ZodType).optional(),
});

// tRPC keeps a procedure's schemas in its internals; factsSchema fails loudly should they ever move.
const procedures = new Map<string, unknown>(Object.entries(appRouter._def.procedures));

/** The names of all procedures. */
export const procedureNames: readonly string[] = [...procedures.keys()];

/** What a procedure says of itself: its kind, who may use it, its schemas. */
export function factsOf(name: string): ProcedureFacts {
  const procedure = procedures.get(name);
  const definition = typeof procedure === "function" && "_def" in procedure ? procedure._def : undefined;
  const { type, meta, inputs, output } = factsSchema.parse(definition);
  return { type, access: meta.access, input: inputs[0], output };
}
