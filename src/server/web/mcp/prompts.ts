import { type McpServer, type Prompt, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

import { createTimeSlices } from "#server/kernel/async/promises.ts";
import type { Context } from "#server/web/trpc/context.ts";
import type { ServedPrompt } from "#shared/assistants/assistants.ts";
import { ITEM_KINDS } from "#shared/kernel/item-address.ts";
import { fillVariables, parseVariables } from "#shared/prompts/prompt-variables.ts";

import { answering } from "./refusals.ts";
import { callerOf, PROMPT_NOTE, withAuthorNote, WRITTEN_META } from "./words.ts";

const PROMPTS_PER_PAGE = 100;

/**
 * Provides prompts of the library as protocol prompts, which clients offer as slash commands. They are read on
 * request.
 */
export function servePrompts({ server }: McpServer, context: Context): void {
  const caller = callerOf(context);
  server.setRequestHandler(
    "prompts/list",
    answering(context, async ({ params }) => {
      const cursor = params?.cursor;
      const { items, nextCursor } = await caller.assistants.prompts({
        limit: PROMPTS_PER_PAGE,
        ...(cursor !== undefined && { cursor }),
      });
      const turn = createTimeSlices();
      const prompts: Prompt[] = [];
      for (const prompt of items) {
        await turn();
        prompts.push(describe(prompt));
      }
      return { prompts, ...(nextCursor !== null && { nextCursor }), _meta: WRITTEN_META };
    }),
  );
  server.setRequestHandler(
    "prompts/get",
    answering(context, async ({ params: { name, arguments: values = {} } }) => {
      const prompt = await caller.assistants.prompt({ slug: name });
      return {
        description: withAuthorNote(prompt.purpose ?? prompt.name),
        messages: [
          { role: "user" as const, content: { type: "text" as const, text: fillPrompt(prompt, values) } },
        ],
        _meta: { version: prompt.revision, "stackloop/note": PROMPT_NOTE },
      };
    }),
  );
  server.setRequestHandler(
    "completion/complete",
    answering(context, async ({ params: { ref, argument } }) => {
      if (ref.type === "ref/resource")
        return complete(ITEM_KINDS, argument.name === "kind" ? argument.value : null);
      const { prompt } = await caller.assistants.prompt({ slug: ref.name });
      const variable = parseVariables(prompt).find(({ name }) => name === argument.name);
      return complete(variable?.defaultValue ? [variable.defaultValue] : [], argument.value);
    }),
  );
}

const complete = (words: readonly string[], begin: string | null) => ({
  completion: {
    values: begin === null ? [] : words.filter((word) => word.toLowerCase().startsWith(begin.toLowerCase())),
  },
});

const describe = ({ slug, name, purpose, prompt }: ServedPrompt): Prompt => ({
  name: slug,
  title: name,
  description: withAuthorNote(purpose ?? name),
  arguments: parseVariables(prompt).map(({ name: variable, defaultValue }) => ({
    name: variable,
    required: defaultValue === null,
    ...(defaultValue !== null && {
      description: withAuthorNote(`${defaultValue} by default`),
    }),
  })),
});

/** Fills in a prompt's variables. Throws if one has neither a value nor a default. */
export function fillPrompt({ prompt, slug }: ServedPrompt, values: Readonly<Record<string, string>>): string {
  const missing = parseVariables(prompt).filter(
    ({ name, defaultValue }) => defaultValue === null && !(Object.hasOwn(values, name) && values[name]),
  );
  if (missing.length > 0) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `The prompt ${slug} needs a value for: ${missing.map(({ name }) => name).join(", ")}`,
    );
  }
  return fillVariables(prompt, values);
}
