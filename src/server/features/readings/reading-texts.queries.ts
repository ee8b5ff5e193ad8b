import { readTags } from "#db/rows.ts";
import { type ItemSource, toDoc, toItemTexts } from "#server/kernel/texts/text-source.ts";

export const readingTexts: ItemSource = {
  kind: "reading",
  table: "readings",
  shownWith: ["comments"],
  columns: { title: "title", at: "createdAt" },
  scannedAtOnce: 5,
  isTitleFound: true,
  async docs(db, ids) {
    const rows = await db.selectFrom("readings").selectAll().where("id", "in", ids).execute();
    return rows.map((reading) => {
      const tags = readTags(reading.tags);
      const { topic, notes, isbn, year } = reading;
      return toDoc("reading", {
        itemId: reading.id,
        at: reading.createdAt,
        title: reading.title,
        texts: [topic, notes, tags.join(" "), isbn, year === null ? null : String(year)],
        people: reading.author,
        tags,
        addedBy: reading.userId,
      });
    });
  },
  async texts(db, ids) {
    const rows = await db
      .selectFrom("readings")
      .select(["id", "title", "topic", "notes", "createdAt"])
      .where("id", "in", ids)
      .execute();
    return rows.map(({ id, title, createdAt, ...texts }) =>
      toItemTexts({ id, title, at: createdAt }, { title, ...texts }),
    );
  },
};
