import { type McpServer, type Prompt, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { skillEntry, SkillsExtension, type SkillSource } from "@modelcontextprotocol/server/ext/skills";

import { isNotFound } from "#server/errors.ts";
import { SKILL_FILE, skillFile } from "#server/features/assistants/assistants.service.ts";
import { createYielder } from "#server/kernel/async/promises.ts";
import type { Context } from "#server/web/trpc/context.ts";
import type { ServedPrompt } from "#shared/assistants/assistants.ts";
import { ITEM_KINDS } from "#shared/kernel/item-address.ts";
import { fillVariables, parseVariables } from "#shared/prompts/prompt-variables.ts";

import { withProtocolErrors } from "./refusals.ts";
import { createCaller, PROMPT_NOTE, SKILL_NOTE, withAuthorNote, AUTHOR_META } from "./words.ts";

const PROMPTS_PER_PAGE = 100;

/**
 * Provides prompts of the library as protocol prompts, which clients offer as slash commands. They are read on
 * request.
 */
export function servePrompts({ server }: McpServer, context: Context): void {
  const caller = createCaller(context);
  server.setRequestHandler(
    "prompts/list",
    withProtocolErrors(context, async ({ params }) => {
      const cursor = params?.cursor;
      const { items, nextCursor } = await caller.assistants.prompts({
        limit: PROMPTS_PER_PAGE,
        cursor,
      });
      const yieldIfDue = createYielder();
      const prompts: Prompt[] = [];
      for (const prompt of items) {
        await yieldIfDue();
        prompts.push(toProtocolPrompt(prompt));
      }
      return { prompts, ...(nextCursor !== null && { nextCursor }), _meta: AUTHOR_META };
    }),
  );
  server.setRequestHandler(
    "prompts/get",
    withProtocolErrors(context, async ({ params: { name, arguments: values = {} } }) => {
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
    withProtocolErrors(context, async ({ params: { ref, argument } }) => {
      if (ref.type === "ref/resource")
        return createCompletion(ITEM_KINDS, argument.name === "kind" ? argument.value : null);
      const { prompt } = await caller.assistants.prompt({ slug: ref.name });
      const variable = parseVariables(prompt).find(({ name }) => name === argument.name);
      return createCompletion(variable?.defaultValue ? [variable.defaultValue] : [], argument.value);
    }),
  );
}

const createCompletion = (words: readonly string[], begin: string | null) => ({
  completion: {
    values: begin === null ? [] : words.filter((word) => word.toLowerCase().startsWith(begin.toLowerCase())),
  },
});

const toProtocolPrompt = ({ slug, name, purpose, prompt }: ServedPrompt): Prompt => ({
  name: slug,
  title: name,
  description: withAuthorNote(purpose ?? name),
  arguments: parseVariables(prompt).map(({ name: variable, defaultValue }) => ({
    name: variable,
    required: defaultValue === null,
    ...(defaultValue !== null && { description: withAuthorNote(`${defaultValue} by default`) }),
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

const BASE_URI = "skill://stackloop";
const SKILLS_PER_PAGE = 50;
/** Maximum number of skills listed as resources, for clients without the extension. The list has no pages. */
const MAX_LISTED = 100;

/** Provides skills by the skills extension (SEP-2640) and as resources. */
export function serveSkills(mcp: McpServer, context: Context): void {
  const { log } = context.app;
  new SkillsExtension({
    source: skillSource(context),
    baseUri: BASE_URI,
    onWarning: ({ path, message }) => log.warn({ skill: path }, `skipped a skill: ${message}`),
  }).attach(mcp);
}

function skillSource(context: Context): SkillSource {
  const { assistants } = createCaller(context);
  const findSkill = async (uri: string): Promise<ServedPrompt | undefined> => {
    const slug = readSlug(uri);
    if (slug === undefined) return undefined;
    try {
      return await assistants.prompt({ slug, skills: true });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  };
  return {
    list: withProtocolErrors(context, async ({ cursor }) => {
      const { items, nextCursor } = await assistants.prompts({
        skills: true,
        limit: SKILLS_PER_PAGE,
        cursor,
      });
      const yieldIfDue = createYielder();
      const skills = [];
      for (const prompt of items) {
        await yieldIfDue();
        skills.push(await toSkillEntry(prompt));
      }
      return { skills, ...(nextCursor !== null && { nextCursor }) };
    }),
    get: withProtocolErrors(context, async (uri) => {
      const prompt = await findSkill(uri);
      return prompt && toSkillEntry(prompt);
    }),
    read: withProtocolErrors(context, async (uri) => {
      const prompt = await findSkill(uri);
      return prompt && { text: skillText(prompt), mimeType: "text/markdown" };
    }),
    listResources: withProtocolErrors(context, async () => {
      const { items } = await assistants.prompts({ skills: true, limit: MAX_LISTED });
      return items.map(({ slug, name, purpose }) => ({
        uri: `${BASE_URI}/${slug}/${SKILL_FILE}`,
        name: slug,
        title: name,
        mimeType: "text/markdown",
        description: withAuthorNote(purpose ?? name),
      }));
    }),
  };
}

/** Returns a skill's file. Its description and text state that a user wrote it. */
const skillText = (prompt: ServedPrompt): string =>
  skillFile({ ...prompt, purpose: withAuthorNote(prompt.purpose ?? prompt.name) }, SKILL_NOTE);

const toSkillEntry = (prompt: ServedPrompt) =>
  skillEntry(prompt.slug, { [SKILL_FILE]: skillText(prompt) }, { baseUri: BASE_URI });

/** Returns the slug in the URI of a skill's file. */
const readSlug = (uri: string): string | undefined =>
  uri.startsWith(`${BASE_URI}/`) && uri.endsWith(`/${SKILL_FILE}`)
    ? uri.slice(BASE_URI.length + 1, -SKILL_FILE.length - 1)
    : undefined;
