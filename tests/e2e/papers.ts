import type { Page } from "@playwright/test";

import { type ArxivEntry, type ArxivUpstream, arxivUpstream } from "../support/upstreams/arxiv-upstream.ts";
import { expect, test as base } from "./product.ts";

interface PaperFixtures {
  /** The papers of arXiv when the product first starts. */
  archive: { papers: ArxivEntry[] };
  arxiv: ArxivUpstream;
}

/** A product whose arXiv is a stub on this machine; without papers it stays empty. */
export const test = base.extend<PaperFixtures>({
  archive: [{ papers: [] }, { option: true }],
  arxiv: async ({ archive }, use) => {
    const upstream = await arxivUpstream([...archive.papers]);
    await use(upstream);
    await upstream.close();
  },
  environment: async ({ arxiv }, use) => {
    await use({ ...papersEnvironment(arxiv), AI_PROVIDER: "none" });
  },
});

/** Makes a new product fetch papers from the stub; jobs that are off do not run at the first start. */
export const papersEnvironment = (arxiv: ArxivUpstream) => ({
  ARXIV_API_URL: arxiv.apiUrl,
  OUTBOUND_ALLOW: arxiv.hostAndPort,
  NIGHTLY_CRON: "0 2 * * *",
});

/** The card of a paper. */
export const cardOf = (page: Page, title: string) =>
  page.getByRole("feed", { name: "Papers" }).getByRole("article", { name: title, exact: true });

export const countLine = (page: Page) => page.getByText(/^Showing [\d,]+ of [\d,]+ papers$/u);

/** Opens the section once the server has the expected number of papers. */
export async function openPapers(page: Page, count: number, address = "/arxiv"): Promise<void> {
  await expect.poll(async () => (await (await page.request.get("/api/arxiv")).json()).length).toBe(count);
  await page.goto(address);
}

export { expect };
