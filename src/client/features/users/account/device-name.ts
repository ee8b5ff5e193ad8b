/** Names of programs by their user agent or reported name, specific patterns first. */
const PROGRAMS: readonly [RegExp, string][] = [
  [/^claude[- ]?code\b/iu, "Claude Code"],
  [/^(?:claude|anthropic)\b/iu, "Claude"],
  [/^cursor\b/iu, "Cursor"],
  [/^(?:visual studio code|vs ?code)\b/iu, "VS Code"],
  [/^(?:chatgpt|openai)\b/iu, "ChatGPT"],
];

/**
 * Returns a readable name of the program that used a token: "Claude Code" for "claude-code/2.1.4 (cli)". For unknown
 * programs, returns their reported name without the version. Null if they report none.
 */
export function clientName(lastClient: string | null): string | null {
  const client = lastClient?.trim() ?? "";
  if (client === "") return null;
  const known = PROGRAMS.find(([pattern]) => pattern.test(client));
  if (known) return known[1];
  if (client.startsWith("Mozilla/")) return deviceName(client);
  return client.split(/[/(]/u, 1)[0]?.trim() || client;
}

// Order matters, because most browsers also contain the names of older ones.
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\//u, "Edge"],
  [/\bOPR\//u, "Opera"],
  [/\b(?:Firefox|FxiOS)\//u, "Firefox"],
  [/\b(?:Headless)?(?:Chrome|CriOS|Chromium)\//u, "Chrome"],
  [/\bSafari\//u, "Safari"],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\b(?:iPhone|iPad)\b/u, "iOS"],
  [/\bAndroid\b/u, "Android"],
  [/\bWindows\b/u, "Windows"],
  [/\bMac OS X\b/u, "macOS"],
  [/\bCrOS\b/u, "ChromeOS"],
  [/\bLinux\b/u, "Linux"],
];

const findName = (table: readonly [RegExp, string][], userAgent: string) =>
  table.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Returns a readable name of a session's program, such as "Firefox on Linux". */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return "Unknown device";
  const browser = findName(BROWSERS, userAgent);
  const system = findName(SYSTEMS, userAgent);
  if (!browser) return system ? `A program on ${system}` : userAgent.slice(0, 40);
  return system ? `${browser} on ${system}` : browser;
}
