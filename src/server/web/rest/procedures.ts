import { z } from "zod";

import { type AppRouter, appRouter } from "#server/web/trpc/app-router.ts";
import type { Access } from "#server/web/trpc/trpc.ts";
import type { TokenScope } from "#shared/accounts/token-scopes.ts";

type Procedures = AppRouter["_def"]["record"];

/** Dotted name of a procedure, such as `tools.list`. */
export type ProcedureName = {
  [Slice in keyof Procedures & string]: `${Slice}.${keyof Procedures[Slice] & string}`;
}[keyof Procedures & string];

/** Definition of a procedure: its type, access and schemas. */
export interface Procedure {
  type: "query" | "mutation" | "subscription";
  access: Access;
  needsSession: boolean;
  /** Scope that a token needs. */
  scope: TokenScope;
  /** Absent for a procedure without input. */
  input: z.ZodType | undefined;
  inputNames: readonly string[];
  output: z.ZodType | undefined;
}

const definitionSchema = z.object({
  type: z.enum(["query", "mutation", "subscription"]),
  meta: z.object({
    access: z.enum(["public", "protected", "admin"]),
    needsSession: z.literal(true).optional(),
    adds: z.literal(true).optional(),
    reads: z.literal(true).optional(),
  }),
  inputs: z.array(z.instanceof(z.ZodType)),
  output: z.instanceof(z.ZodType).optional(),
});

// tRPC stores a procedure's schemas in its internals. definitionSchema fails loudly if those change.
const procedures = new Map<string, unknown>(Object.entries(appRouter._def.procedures));

export const procedureNames: readonly string[] = [...procedures.keys()];

const mutationScope = ({ adds, reads }: { adds?: true | undefined; reads?: true | undefined }): TokenScope =>
  reads ? "read" : adds ? "add" : "write";

export function getProcedure(name: string): Procedure {
  const procedure = procedures.get(name);
  const definition = typeof procedure === "function" && "_def" in procedure ? procedure._def : undefined;
  const { type, meta, inputs, output } = definitionSchema.parse(definition);
  const [input] = inputs;
  const fields = input instanceof z.ZodDefault ? input.unwrap() : input;
  const inputNames = fields instanceof z.ZodObject ? Object.keys(fields.shape) : [];
  return {
    type,
    access: meta.access,
    needsSession: meta.needsSession === true,
    scope: type === "mutation" ? mutationScope(meta) : "read",
    input,
    inputNames,
    output,
  };
}
