import { readTags } from "#db/rows.ts";
import { type ItemSource, toDoc, toItemTexts } from "#server/kernel/texts/text-source.ts";
import { plainTex, readTex } from "#shared/tex/tex-text.ts";

export const paperTexts: ItemSource = {
  kind: "paper",
  table: "research_papers",
  columns: { title: "title", at: "publishedAt" },
  scanBatchSize: 50,
  isFoundByTitle: true,
  async docs(db, ids) {
    const rows = await db.selectFrom("research_papers").selectAll().where("id", "in", ids).execute();
    return rows.map((paper) => {
      const tags = readTags(paper.categories);
      return toDoc("paper", {
        itemId: paper.id,
        at: paper.publishedAt,
        title: withFormulas(paper.title),
        texts: [withFormulas(paper.abstract), paper.pplxSummary, tags.join(" "), paper.arXivId],
        people: paper.authors,
        tags,
        addedBy: paper.addedBy,
      });
    });
  },
  async texts(db, ids) {
    const rows = await db
      .selectFrom("research_papers")
      .select(["id", "title", "abstract", "pplxSummary as summary", "publishedAt"])
      .where("id", "in", ids)
      .execute();
    return rows.map(({ id, publishedAt, summary, ...paper }) => {
      const title = plainTex(paper.title);
      const abstract = plainTex(paper.abstract);
      return toItemTexts({ id, title, at: publishedAt }, { title, abstract, summary });
    });
  },
};

/** Removes LaTeX commands from a paper's text, except in formulas. */
const withFormulas = (text: string): string =>
  readTex(text)
    .map((part) => (part.kind === "formula" ? part.source : part.text))
    .join("");
