/** Fields of an item in which another can be mentioned. */
export const LINK_FIELDS = [
  "title",
  "use",
  "capabilities",
  "purpose",
  "prompt",
  "topic",
  "abstract",
  "summary",
  "text",
  "notes",
  "comment",
  "address",
  "subject",
] as const;
export type LinkField = (typeof LINK_FIELDS)[number];

/** Names of these fields in sentences such as "found as 'whisper' in the abstract". */
export const LINK_FIELD_WORDS: Readonly<Record<LinkField, string>> = {
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
  subject: "the tools that it is news about",
};
