import type { McpServer } from "@modelcontextprotocol/server";
import { skillEntry, SkillsExtension, type SkillSource } from "@modelcontextprotocol/server/ext/skills";

import { isNotFound } from "#server/errors.ts";
import { SKILL_FILE, skillFile } from "#server/features/assistants/assistants.service.ts";
import { createTimeSlices } from "#server/kernel/async/promises.ts";
import type { Context } from "#server/web/trpc/context.ts";
import type { ServedPrompt } from "#shared/assistants/assistants.ts";

import { answering } from "./refusals.ts";
import { callerOf, SKILL_NOTE, withAuthorNote } from "./words.ts";

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
  const { assistants } = callerOf(context);
  const find = async (uri: string): Promise<ServedPrompt | undefined> => {
    const slug = slugIn(uri);
    if (slug === undefined) return undefined;
    try {
      return await assistants.prompt({ slug, skills: true });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  };
  return {
    list: answering(context, async ({ cursor }) => {
      const { items, nextCursor } = await assistants.prompts({
        skills: true,
        limit: SKILLS_PER_PAGE,
        ...(cursor !== undefined && { cursor }),
      });
      const turn = createTimeSlices();
      const skills = [];
      for (const prompt of items) {
        await turn();
        skills.push(await entryOf(prompt));
      }
      return { skills, ...(nextCursor !== null && { nextCursor }) };
    }),
    get: answering(context, async (uri) => {
      const prompt = await find(uri);
      return prompt && entryOf(prompt);
    }),
    read: answering(context, async (uri) => {
      const prompt = await find(uri);
      return prompt && { text: markedSkill(prompt), mimeType: "text/markdown" };
    }),
    listResources: answering(context, async () => {
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
const markedSkill = (prompt: ServedPrompt): string =>
  skillFile({ ...prompt, purpose: withAuthorNote(prompt.purpose ?? prompt.name) }, SKILL_NOTE);

const entryOf = (prompt: ServedPrompt) =>
  skillEntry(prompt.slug, { [SKILL_FILE]: markedSkill(prompt) }, { baseUri: BASE_URI });

/** Returns the slug in the URI of a skill's file. */
const slugIn = (uri: string): string | undefined =>
  uri.startsWith(`${BASE_URI}/`) && uri.endsWith(`/${SKILL_FILE}`)
    ? uri.slice(BASE_URI.length + 1, -SKILL_FILE.length - 1)
    : undefined;
