import type { SaveTarget } from "#shared/save/save-targets.ts";

/** Address to save, with the reply of its site. */
export interface SavedAddress {
  url: string;
  expected: SaveTarget;
  /** Head of the page, or the text of a file. Without it, nothing is requested. */
  reply?: string;
  /** Title of the plan. */
  title?: string;
}

const page = (title: string, head = "") =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body></body></html>`;
const og = (facts: Record<string, string>) =>
  Object.entries(facts)
    .map(([name, content]) => `<meta property="og:${name}" content="${content}">`)
    .join("");
const ld = (thing: object) =>
  `<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", ...thing })}</script>`;
const article = (title: string, description: string, site: string) =>
  page(
    `${title} | ${site}`,
    og({ type: "article", title, description, site_name: site }) +
      ld({ "@type": "NewsArticle", headline: title, author: { "@type": "Person", name: "Ada Li" } }),
  );

/**
 * Addresses of six kinds and others, with heads of pages as these sites write them. The team has the tools Claude
 * (claude.ai) and Cursor (cursor.com).
 */
export const SAVED_ADDRESSES: readonly SavedAddress[] = [
  // Papers
  { url: "https://arxiv.org/abs/2210.03629", expected: "paper" },
  { url: "https://arxiv.org/pdf/2210.03629v3", expected: "paper" },
  { url: "https://arxiv.org/pdf/1706.03762.pdf", expected: "paper" },
  { url: "https://export.arxiv.org/abs/cs/0112017", expected: "paper" },
  { url: "https://doi.org/10.48550/arXiv.2005.14165", expected: "paper" },
  { url: "https://arxiv.org/html/2401.01234v1#S2", expected: "paper" },
  // Sites of tools
  { url: "https://cursor.com/changelog/1-5", expected: "releaseNote", reply: page("Changelog 1.5 · Cursor") },
  { url: "https://www.cursor.com/changelog", expected: "releaseNote", reply: page("Changelog · Cursor") },
  { url: "https://claude.ai/release-notes", expected: "releaseNote", reply: page("Release notes") },
  {
    url: "https://docs.cursor.com/guides/agent-review",
    expected: "toolNote",
    reply: page("Agent Review – Cursor Docs", og({ title: "Agent Review", site_name: "Cursor" })),
    title: "Agent Review",
  },
  { url: "https://cursor.com/pricing", expected: "toolNote", reply: page("Pricing · Cursor") },
  // Products
  {
    url: "https://github.com/ollama/ollama",
    expected: "tool",
    reply: page(
      "GitHub - ollama/ollama: Get up and running with large language models.",
      og({ type: "object", site_name: "GitHub", title: "GitHub - ollama/ollama: Get up and running" }),
    ),
    title: "ollama",
  },
  {
    url: "https://apps.apple.com/us/app/perplexity-ask-anything/id1668000334",
    expected: "tool",
    reply: page(
      "‎Perplexity - Ask Anything App - App Store",
      ld({ "@type": "SoftwareApplication", name: "Perplexity - Ask Anything" }),
    ),
    title: "Perplexity",
  },
  {
    url: "https://play.google.com/store/apps/details?id=ai.perplexity.app.android",
    expected: "tool",
    reply: page("Perplexity - Ask Anything - Apps on Google Play", og({ type: "website" })),
  },
  {
    url: "https://www.descript.com/",
    expected: "tool",
    reply: page(
      "Descript – AI Video & Podcast Editor",
      og({ type: "website", site_name: "Descript", title: "Descript – AI Video & Podcast Editor" }),
    ),
    title: "Descript",
  },
  {
    url: "https://huggingface.co/spaces/black-forest-labs/FLUX.1-dev",
    expected: "tool",
    reply: page("FLUX.1 [dev] - a Hugging Face Space by black-forest-labs"),
  },
  {
    url: "https://www.producthunt.com/products/granola",
    expected: "tool",
    reply: page("Granola: The AI notepad | Product Hunt", ld({ "@type": "WebApplication", name: "Granola" })),
    title: "Granola",
  },
  {
    url: "https://www.notion.com/product/ai",
    expected: "tool",
    reply: page("Notion AI", ld({ "@type": "SoftwareApplication", name: "Notion AI" })),
    title: "Notion AI",
  },
  { url: "https://pypi.org/project/langchain/", expected: "tool", reply: page("langchain · PyPI") },
  // Books
  { url: "978-1-098-10796-3", expected: "reading" },
  {
    url: "https://www.amazon.com/dp/1098107969",
    expected: "reading",
    reply: page("Designing Machine Learning Systems: Huyen, Chip: 9781098107963: Amazon.com: Books"),
  },
  {
    url: "https://www.goodreads.com/book/show/60715378-designing-machine-learning-systems",
    expected: "reading",
    reply: page(
      "Designing Machine Learning Systems by Chip Huyen | Goodreads",
      ld({ "@type": "Book", name: "Designing Machine Learning Systems", isbn: "9781098107963" }),
    ),
  },
  {
    url: "https://openlibrary.org/isbn/9781098107963",
    expected: "reading",
    reply: page("Designing ML Systems"),
  },
  {
    url: "https://www.oreilly.com/library/view/ai-engineering/9781098166298/",
    expected: "reading",
    reply: page("AI Engineering [Book]", og({ type: "book", title: "AI Engineering" })),
    title: "AI Engineering",
  },
  // Articles that name tools
  {
    url: "https://www.theverge.com/2026/11/20/cursor-agents",
    expected: "article",
    reply: article(
      "Cursor now reviews its own code",
      "Anysphere adds agents to its code editor Cursor.",
      "The Verge",
    ),
    title: "Cursor now reviews its own code",
  },
  {
    url: "https://techcrunch.com/2026/11/18/claude-memory/?utm_source=feed",
    expected: "article",
    reply: article("Claude gets a memory", "Anthropic's Claude remembers projects.", "TechCrunch"),
  },
  {
    url: "https://simonwillison.net/2026/Nov/19/claude-skills/",
    expected: "article",
    reply: page(
      "Claude Skills are awesome",
      og({ type: "article", title: "Claude Skills are awesome", description: "Skills for Claude" }),
    ),
  },
  {
    url: "https://arstechnica.com/ai/2026/11/editors-compared/",
    expected: "article",
    reply: article("Editors compared", "We tried Cursor and Claude Code for a month.", "Ars Technica"),
  },
  // Prompts
  {
    url: "https://gist.github.com/ada/0123456789abcdef",
    expected: "prompt",
    reply: "# Reviewer\n\nReview this.",
  },
  {
    url: "https://github.com/ada/prompts/blob/main/review.prompt.md",
    expected: "prompt",
    reply: "---\nname: Reviewer\n---\nReview this code.",
    title: "Reviewer",
  },
  {
    url: "https://raw.githubusercontent.com/ada/kit/main/skills/pdf/SKILL.md",
    expected: "prompt",
    reply: "Read PDFs.",
  },
  { url: "https://example.com/prompts/interview.txt", expected: "prompt", reply: "Ask me ten questions." },
  // Anything else
  {
    url: "https://www.newyorker.com/magazine/2026/11/what-machines-want",
    expected: "reading",
    reply: article("What machines want", "An essay on wishes.", "The New Yorker"),
    title: "What machines want",
  },
  {
    url: "https://en.wikipedia.org/wiki/Transformer",
    expected: "reading",
    reply: page("Transformer - Wikipedia"),
    title: "Transformer",
  },
  { url: "https://karpathy.github.io/", expected: "reading", reply: page("Andrej Karpathy blog") },
  { url: "https://news.example/closed", expected: "reading" },
];
