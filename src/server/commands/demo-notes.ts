interface DemoNote {
  /** The tool's name in the starter catalogue. */
  name: string;
  notes: string;
  changelog?: string;
}

/** What a team might have written down of some tools, last first. */
export const DEMO_NOTES: readonly DemoNote[] = [
  {
    name: "Claude",
    notes:
      "Our choice for long documents and reviews. Paste the whole contract, then ask for the clauses that differ from our template.",
    changelog: "https://docs.claude.com/en/release-notes/overview",
  },
  {
    name: "GitHub Copilot",
    notes: "Licensed for all developers. Ask in the platform channel for a seat.",
    changelog: "https://github.blog/changelog/label/copilot/",
  },
  {
    name: "ChatGPT",
    notes:
      "Good first stop for drafts and spreadsheets. No customer data, please: see the AI guidelines in the handbook.",
    changelog: "https://help.openai.com/en/articles/6825453-chatgpt-release-notes",
  },
  {
    name: "Perplexity",
    notes: "The research team uses it for first overviews. Check the sources before you quote an answer.",
  },
  {
    name: "Midjourney",
    notes: "Mood boards only. Marketing approves every image we publish.",
    changelog: "https://updates.midjourney.com",
  },
  {
    name: "NotebookLM",
    notes: "On trial until the end of the quarter. Tell Sam what works and what doesn't.",
  },
];
