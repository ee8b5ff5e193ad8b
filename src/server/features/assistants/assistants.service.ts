import type { App, Db } from "#server/app.ts";
import { forbidden, invalid, notFound } from "#server/errors.ts";
import { toExportedFile } from "#server/kernel/exports/export.service.ts";
import { recordEvents } from "#server/kernel/ledger/ledger.service.ts";
import { readPage } from "#server/kernel/paging/paging.ts";
import type { User } from "#shared/accounts/users.ts";
import type {
  AssistantSettings,
  AssistantSettingsEdit,
  PromptInAssistants,
  ServedPrompt,
  ServedPromptsRequest,
  SkillSwitch,
} from "#shared/assistants/assistants.ts";
import type { ExportedFile } from "#shared/export.ts";
import type { Page } from "#shared/kernel/paging.ts";
import { isSameValue } from "#shared/kernel/text-rules.ts";
import { filledParts, parseVariables } from "#shared/prompts/prompt-variables.ts";

import {
  countServed,
  findPromptName,
  findServed,
  findServedById,
  listServed,
  listServedByTitle,
  readSettings,
  saveSettings,
  type ServedFilter,
  updateIsSkill,
} from "./assistants.queries.ts";

/** Id of the item in events about these settings. It is no prompt's id. */
const SETTINGS_ID = "assistants";

/** Returns the settings for assistants and the number of served prompts. */
export async function assistantSettings(app: App): Promise<AssistantSettings> {
  const { guidance, servedTags } = await readSettings(app.db);
  const count = (tags: typeof servedTags, skills: boolean) => countServed(app.db, { tags, skills });
  return {
    guidance,
    servedTags,
    served: await count(servedTags, false),
    skills: await count(servedTags, true),
    total: await count(null, false),
  };
}

/** Saves the settings and records the change as an event. */
export async function saveAssistantSettings(
  app: App,
  by: User,
  settings: AssistantSettingsEdit,
): Promise<AssistantSettings> {
  await app.db.transaction().execute(async (db) => {
    const before = await readSettings(db);
    const changedSettings = [
      isSameValue(before.guidance, settings.guidance) ? [] : "the guidance for assistants",
      isSameValue(before.servedTags, settings.servedTags) ? [] : "the choice of prompts for assistants",
    ].flat();
    if (changedSettings.length === 0) return;
    await saveSettings(db, settings);
    const subject = { kind: "prompt", itemId: SETTINGS_ID, verb: "edited", actorId: by.id } as const;
    const detail = { setting: SETTINGS_ID };
    const events = changedSettings.map((title) => ({ ...subject, title, detail }));
    await recordEvents(app, db, events);
  });
  return assistantSettings(app);
}

/** Returns a text that changes when the set of served prompts or the guidance may have changed. */
export const readServedVersion = async (app: App): Promise<string> =>
  JSON.stringify(await readSettings(app.db));

/** Returns the administrators' guidance for assistants. Empty if there is none. */
export const readGuidance = async (app: App): Promise<string> => (await readSettings(app.db)).guidance;

/** Returns served prompts sorted by slug. */
export async function listServedPrompts(
  app: App,
  { skills, ...page }: ServedPromptsRequest,
): Promise<Page<ServedPrompt>> {
  const { servedTags: tags } = await readSettings(app.db);
  return readPage(
    page,
    (slice) => listServed(app.db, { tags, skills }, slice),
    ({ slug, id }) => [slug, id],
  );
}

/** Returns a served prompt by its slug or, except for skills, by its id or title. Throws 404 if there is none. */
export async function getServedPrompt(
  app: App,
  { slug, skills }: { slug: string; skills: boolean },
): Promise<ServedPrompt> {
  const { servedTags: tags } = await readSettings(app.db);
  const filter = { tags, skills };
  const prompt =
    (await findServed(app.db, filter, slug)) ??
    (skills ? undefined : await findByIdOrTitle(app, filter, slug));
  if (!prompt) throw notFound(`There is no ${skills ? "skill" : "prompt"} named ${slug}`);
  return prompt;
}

/**
 * Finds a prompt by "prompt:ID", its id, or its title, ignoring case. If several have the title, throws an error with
 * their slugs.
 */
async function findByIdOrTitle(
  app: App,
  filter: ServedFilter,
  text: string,
): Promise<ServedPrompt | undefined> {
  const name = text.trim();
  const byId = await findServedById(app.db, filter, name.replace(/^prompt:/u, ""));
  if (byId) return byId;
  const titled = await listServedByTitle(app.db, filter, name);
  const exactTitles = titled.filter((prompt) => prompt.name === name);
  const [prompt, other] = exactTitles.length > 0 ? exactTitles : titled;
  if (!other) return prompt;
  const names = titled.map((one) => one.slug).join(", ");
  throw invalid(`Several prompts have this title. Use one of these names: ${names}`);
}

/** Returns a prompt's slug and skill setting. */
export async function promptInAssistants(app: App, by: User, id: string): Promise<PromptInAssistants> {
  const { slug, isSkill } = await getPromptName(app.db, id);
  const { servedTags: tags } = await readSettings(app.db);
  const isServed = (await findServed(app.db, { tags, skills: false }, slug)) !== undefined;
  return { slug, isSkill: isSkill === 1, isServed, mayOffer: mayOfferSkills(app, by) };
}

async function getPromptName(db: Db, id: string) {
  const found = await findPromptName(db, id);
  if (!found) throw notFound("Prompt not found");
  return found;
}

const mayOfferSkills = ({ config }: App, { role }: User): boolean =>
  config.skills === "everyone" || role === "admin";

/** Makes a prompt a skill, or reverts that. Throws 403 for members while `SKILLS` restricts it to administrators. */
export async function setSkill(
  app: App,
  by: User,
  { id, isSkill }: SkillSwitch,
): Promise<PromptInAssistants> {
  if (!mayOfferSkills(app, by))
    throw forbidden("Only administrators can offer prompts as skills. Ask one of them.");
  await app.db.transaction().execute(async (db) => {
    const { name, isSkill: before } = await getPromptName(db, id);
    if (isSkill === (before === 1)) return;
    await updateIsSkill(db, id, isSkill);
    const subject = { kind: "prompt", itemId: id, title: name } as const;
    await recordEvents(app, db, [{ ...subject, actorId: by.id, verb: "edited", detail: { isSkill } }]);
  });
  return promptInAssistants(app, by, id);
}

/** Returns a prompt as a skill file for assistants. */
export async function exportSkill(app: App, id: string): Promise<ExportedFile> {
  const { slug } = await getPromptName(app.db, id);
  const prompt = await findServed(app.db, { tags: null, skills: false }, slug);
  if (!prompt) throw notFound("Prompt not found");
  return toExportedFile(SKILL_FILE, "text/markdown; charset=utf-8", Buffer.from(skillFile(prompt)));
}

/** Maximum length of a skill's description, in characters; see https://agentskills.io/specification. */
const MAX_DESCRIPTION_LENGTH = 1024;

export const SKILL_FILE = "SKILL.md";

/** Renders a prompt as a skill file, with a note above its text. The assistant asks for the variables. */
export function skillFile({ slug, name, purpose, prompt }: ServedPrompt, note?: string): string {
  const description = Array.from(oneLine(purpose ?? name))
    .slice(0, MAX_DESCRIPTION_LENGTH)
    .join("");
  const text = filledParts(prompt, {})
    .map(({ variable, written }) => (variable === null ? written : `[${variable}]`))
    .join("");
  const questions = parseVariables(prompt).map(({ name: variable, defaultValue }) =>
    defaultValue === null
      ? `- Ask for: ${variable}`
      : `- Ask for: ${variable} (default: ${oneLine(defaultValue)})`,
  );
  const noteLines = note === undefined ? [] : [`> ${note}`, ""];
  const questionLines = questions.length === 0 ? [] : ["Before you begin:", "", ...questions, ""];
  // A JSON string is also valid YAML, so no user text can end the front matter.
  const frontMatter = ["---", `name: ${slug}`, `description: ${JSON.stringify(description)}`, "---", ""];
  return [...frontMatter, `# ${oneLine(name)}`, "", ...noteLines, ...questionLines, text, ""].join("\n");
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, " ").trim();
