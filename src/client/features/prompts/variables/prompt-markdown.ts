import type { Prompt } from "#shared/prompts.ts";

/** A prompt with its filled text as Markdown: its name, what it is for, and the text as it is in a fence. */
export function promptAsMarkdown({ name, purpose }: Pick<Prompt, "name" | "purpose">, text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/gu), ([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return [`## ${name}`, purpose?.trim(), `${fence}text\n${text}\n${fence}`].filter(Boolean).join("\n\n");
}
