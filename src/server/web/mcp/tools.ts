import type { CallToolResult, McpServer, StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";

import type { Context } from "#server/web/trpc/context.ts";
import { includesScope } from "#shared/accounts/token-scopes.ts";

import { type InputSchema, readInput } from "./leniency.ts";
import { describeError } from "./refusals.ts";
import { type AssistantTool, toolsTable } from "./tools-table.ts";
import { createCaller, WRITTEN_BY_OTHERS } from "./words.ts";

/** Registers the called tool, or all that the token may use. Others aren't listed; calling one returns the reason. */
export function serveTools(mcp: McpServer, context: Context, called: string | null): void {
  const scope = context.signedIn?.token?.scope ?? "read";
  for (const tool of toolsTable) {
    const isWanted = called === null ? includesScope(scope, tool.scope) : tool.name === called;
    if (isWanted) register(mcp, context, tool);
  }
}

function register(mcp: McpServer, context: Context, tool: AssistantTool): void {
  const { name, title, description, scope } = tool;
  const { read = {}, ...schemas } = SCHEMAS.get(tool) ?? {};
  mcp.registerTool(
    name,
    {
      title,
      description,
      annotations: { readOnlyHint: scope === "read", destructiveHint: false, openWorldHint: false },
      ...schemas,
    },
    async (input: unknown): Promise<CallToolResult> => {
      try {
        const result = await tool.run(createCaller(context), readInput(input ?? {}, read), context.app);
        const answer = { note: WRITTEN_BY_OTHERS, ...result };
        // JSON, so that no text can imitate another part of the answer.
        return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: answer };
      } catch (error) {
        const { message } = describeError(context, error);
        return { content: [{ type: "text", text: message }], isError: true };
      }
    },
  );
}

/**
 * Converts a schema for clients once, not per request. The table validates input itself. Omits keywords that some
 * clients reject and models don't need.
 */
function toJsonSchema(schema: z.ZodObject, io: "input" | "output") {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      delete jsonSchema.propertyNames;
      delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return json;
}

function asStandardSchema(json: Record<string, unknown>): StandardSchemaWithJSON {
  return {
    "~standard": {
      version: 1,
      vendor: "stackloop",
      validate: (value) => ({ value }),
      jsonSchema: { input: () => ({ ...json }), output: () => ({ ...json }) },
    },
  };
}

/** Every answer contains other people's texts, at least a title. */
const NOTE_FIELD = { note: z.string().describe("The origin of the texts in this reply") };

const inputSchemaSchema: z.ZodType<InputSchema> = z.looseObject({});

const SCHEMAS = new Map(
  toolsTable.map((tool) => {
    const input = toJsonSchema(tool.input, "input");
    return [
      tool,
      {
        inputSchema: asStandardSchema(input),
        outputSchema: asStandardSchema(toJsonSchema(tool.output.extend(NOTE_FIELD), "output")),
        read: inputSchemaSchema.parse(input),
      },
    ];
  }),
);
