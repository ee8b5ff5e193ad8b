import { readTags } from "#db/rows.ts";
import { type ItemSource, toDoc, toItemTexts } from "#server/kernel/texts/text-source.ts";

export const promptTexts: ItemSource = {
  kind: "prompt",
  table: "prompts",
  shownWith: ["prompt_names"],
  columns: { title: "name", at: "dateUpdated" },
  scannedAtOnce: 25,
  isTitleFound: true,
  async docs(db, ids) {
    const rows = await db.selectFrom("prompts").selectAll().where("id", "in", ids).execute();
    return rows.map((row) => {
      const tags = readTags(row.tags);
      const { purpose, prompt, notes, modality, industry } = row;
      return toDoc("prompt", {
        itemId: row.id,
        at: row.dateUpdated,
        title: row.name,
        texts: [purpose, prompt, notes, modality, industry, tags.join(" ")],
        people: row.promptAuthor,
        tags,
        addedBy: row.userId,
      });
    });
  },
  async texts(db, ids) {
    const rows = await db
      .selectFrom("prompts")
      .select(["id", "name", "purpose", "prompt", "notes", "dateUpdated"])
      .where("id", "in", ids)
      .execute();
    return rows.map(({ id, name, dateUpdated, ...texts }) =>
      toItemTexts({ id, title: name, at: dateUpdated }, { title: name, ...texts }),
    );
  },
};
