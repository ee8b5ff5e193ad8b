import { deviceName } from "#client/features/users/account/device-name.ts";

/** Programs by user agent or self-declared name, specific ones first. */
const PROGRAMS: readonly [RegExp, string][] = [
  [/^claude[- ]?code\b/iu, "Claude Code"],
  [/^(?:claude|anthropic)\b/iu, "Claude"],
  [/^cursor\b/iu, "Cursor"],
  [/^(?:visual studio code|vs ?code)\b/iu, "VS Code"],
  [/^(?:chatgpt|openai)\b/iu, "ChatGPT"],
];

/**
 * Returns a readable name of the program that used a token: "Claude Code" for "claude-code/2.1.4 (cli)". For unknown
 * programs, returns their own name without its version. Null if they sent none.
 */
export function clientName(lastClient: string | null): string | null {
  const said = lastClient?.trim() ?? "";
  if (said === "") return null;
  const known = PROGRAMS.find(([pattern]) => pattern.test(said));
  if (known) return known[1];
  if (said.startsWith("Mozilla/")) return deviceName(said);
  return said.split(/[/(]/u, 1)[0]?.trim() || said;
}
