/** What JSON files tell of tools beside their fields. */
export const TOOL_MEMORY_COLUMNS = ["aliases", "verdicts", "votes"] as const;
export type ToolMemoryColumn = (typeof TOOL_MEMORY_COLUMNS)[number];

/** The same as people know it, with what stands within it. */
export const TOOL_MEMORY_LABELS = {
  aliases: "Also known as",
  verdicts: "Verdicts",
  votes: "Votes",
  evidence: "Evidence",
  decidedBy: "Decided by",
} as const satisfies Record<ToolMemoryColumn | "evidence" | "decidedBy", string>;
