/** Where an item names another, as in "in the abstract". */
export const LINK_FIELDS = {
  title: "the title",
  use: "the primary use case",
  capabilities: "the capabilities",
  purpose: "the purpose",
  prompt: "the prompt",
  topic: "the topic",
  abstract: "the abstract",
  summary: "the summary",
  text: "the text",
  notes: "the notes",
  comment: "the discussion",
  address: "its address",
  subject: "the tools it is news about",
} as const;
export type LinkField = keyof typeof LINK_FIELDS;
