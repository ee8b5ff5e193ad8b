import type { DatasetRow } from "#db/schema.ts";
import { readTags } from "#db/tags-column.ts";
import type { ItemStore } from "#server/kernel/items/item-store.ts";
import { type ItemSource, toDoc, toItemTexts } from "#server/kernel/texts/text-source.ts";
import type { Dataset } from "#shared/datasets/datasets.ts";

/** Storage of datasets. */
export const datasetStore: ItemStore<Dataset> = {
  table: "datasets",
  orderedBy: "dateUpdated",
  fromRow: (row: DatasetRow) => ({ ...row, tags: readTags(row.tags) }),
  toRow: (dataset) => ({ ...dataset, tags: JSON.stringify(dataset.tags) }),
  toColumns: ({ tags, ...rest }) => ({ ...rest, ...(tags && { tags: JSON.stringify(tags) }) }),
};

export const datasetTexts: ItemSource = {
  kind: "dataset",
  table: "datasets",
  columns: { title: "name", at: "dateUpdated" },
  scannedAtOnce: 50,
  isTitleFound: true,
  async docs(db, ids) {
    const rows = await db.selectFrom("datasets").selectAll().where("id", "in", ids).execute();
    return rows.map((row) => {
      const tags = readTags(row.tags);
      return toDoc("dataset", {
        itemId: row.id,
        at: row.dateUpdated,
        title: row.name,
        texts: [row.licence, row.url, row.notes, tags.join(" ")],
        people: null,
        tags,
        addedBy: row.userId,
      });
    });
  },
  async texts(db, ids) {
    const rows = await db
      .selectFrom("datasets")
      .select(["id", "name", "notes", "dateUpdated"])
      .where("id", "in", ids)
      .execute();
    return rows.map(({ id, name, notes, dateUpdated }) =>
      toItemTexts({ id, title: name, at: dateUpdated }, { title: name, notes }),
    );
  },
};
