import { lazy } from "#shared/kernel/lazy.ts";
import { brandLogoAddress } from "#shared/pictures/brand-logos.ts";
import { EMPTY_TOOL, type NewTool } from "#shared/tools/tools.ts";

import tools from "./starter-tools.json" with { type: "json" };

/** Icon package and file of each logo, such as `lobehub/claude-color`, by the name under which the logo is served. */
export const starterLogos: ReadonlyMap<string, string> = new Map(
  tools.flatMap(({ logo }) => (logo === undefined ? [] : [[logoName(logo), logo]])),
);

/** Well-known AI tools, sorted by name, for a first catalogue and for autofill. */
export const starterTools: readonly NewTool[] = tools.map(({ logo, ...tool }) => ({
  ...EMPTY_TOOL,
  ...tool,
  logoUrl: logo === undefined ? null : brandLogoAddress(logoName(logo)),
}));

function logoName(logo: string): string {
  return logo.slice(logo.indexOf("/") + 1);
}

/** Reduces a name to lowercase letters and digits, so that "Otter AI" equals "Otter.ai". */
const normalizeName = (name: string) =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Returns a tool's aliases, such as "OpenAI Whisper", "Firefly" for Adobe Firefly, "Perplexity AI" for Perplexity. */
function aliasesOf({ name, company }: NewTool): string[] {
  if (company === null) return [];
  const names = [`${company} ${name}`];
  if (name.startsWith(`${company} `)) names.push(name.slice(company.length));
  if (company.startsWith(`${name} `)) names.push(company);
  return names.map(normalizeName);
}

const index = lazy(() => ({
  byName: new Map(starterTools.map((tool) => [normalizeName(tool.name), tool])),
  byAlias: Map.groupBy(
    starterTools.flatMap((tool) => aliasesOf(tool).map((alias) => ({ alias, tool }))),
    ({ alias }) => alias,
  ),
}));

/** Finds a tool by name, ignoring case, spaces and punctuation, or by an unambiguous alias. */
export function findStarterTool(name: string): NewTool | undefined {
  const { byName, byAlias } = index();
  const key = normalizeName(name);
  const [first, second] = byAlias.get(key) ?? [];
  return byName.get(key) ?? (second ? undefined : first?.tool);
}
