import type { Tool } from "#shared/tools.ts";

/** The tools as an indented JSON array. */
export function toolsAsJson(tools: readonly Tool[]): string {
  return `${JSON.stringify(tools, null, 2)}\n`;
}
