import type { ServedPrompt } from "#shared/assistants/assistants.ts";

import { filledParts, parseVariables } from "./prompt-variables.ts";

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
  const noted = note === undefined ? [] : [`> ${note}`, ""];
  const asking = questions.length === 0 ? [] : ["Before you begin:", "", ...questions, ""];
  // A JSON string is also valid YAML, so no user text can end the front matter.
  const frontMatter = ["---", `name: ${slug}`, `description: ${JSON.stringify(description)}`, "---", ""];
  return [...frontMatter, `# ${oneLine(name)}`, "", ...noted, ...asking, text, ""].join("\n");
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, " ").trim();
