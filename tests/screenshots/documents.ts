import { join } from "node:path";

import sharp from "sharp";

/** The pictures of the README and the user guide: their file names, and the screenshot of each. */
export const PICTURES_OF_DOCUMENTS: Readonly<Record<string, string>> = {
  "home.png": "wide-light/home",
  "tools.png": "wide-light/tools",
  "landscape-dark.png": "wide-dark/tools-landscape",
  "radar.png": "wide-light/tools-radar",
  "tool-history.png": "wide-light/tool-history",
  "tools-imported.png": "wide-light/tools-imported",
  "news.png": "wide-light/news",
  "research.png": "wide-light/research-summary",
  "prompt-use.png": "wide-light/prompt-use",
  "chapter-loop-dark.png": "wide-dark/reading-open",
  "search.png": "wide-light/search",
  "assistants.png": "wide-light/assistants-token",
};

/**
 * Copies them to the documents, with 256 colours, which is enough for these pages and takes a third of the size.
 */
export async function copyToDocuments(from: string): Promise<void> {
  for (const [file, picture] of Object.entries(PICTURES_OF_DOCUMENTS))
    await sharp(join(from, `${picture}.png`))
      .png({ palette: true, effort: 10 })
      .toFile(join("docs/screenshots", file));
}
