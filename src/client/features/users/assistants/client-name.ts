import { deviceName } from "#client/features/users/account/device-name.ts";

/** Programs by what they say of themselves, as a user agent or a name of their own. The more particular ones are first. */
const PROGRAMS: readonly [RegExp, string][] = [
  [/^claude[- ]?code\b/iu, "Claude Code"],
  [/^(?:claude|anthropic)\b/iu, "Claude"],
  [/^cursor\b/iu, "Cursor"],
  [/^(?:visual studio code|vs ?code)\b/iu, "VS Code"],
  [/^(?:chatgpt|openai)\b/iu, "ChatGPT"],
];

/**
 * What a person would call the program that used a token: "Claude Code" for "claude-code/2.1.4 (cli)", and as it calls
 * itself, without its version, where it is none of those known here. Null where it did not say.
 */
export function clientName(lastClient: string | null): string | null {
  const said = lastClient?.trim() ?? "";
  if (said === "") return null;
  const known = PROGRAMS.find(([pattern]) => pattern.test(said));
  if (known) return known[1];
  if (said.startsWith("Mozilla/")) return deviceName(said);
  return said.split(/[/(]/u, 1)[0]?.trim() || said;
}
