import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { temporaryFolder } from "#tests/support/test-app.ts";

import { measureSearchQuality } from "./search-quality.ts";

const doc = (number: number, title: string, text: string) =>
  `<doc><docno>${number}</docno><title>${title}</title><author>lovelace</author><text>${text}</text></doc>`;
const question = (number: number, text: string) =>
  `<top><num> ${number}</num><title>\n${text}\n</title></top>`;

test("measures the mean average precision of the search by human judgements", async () => {
  const folder = join(temporaryFolder(), "collection");
  mkdirSync(folder);
  writeFileSync(
    join(folder, "cran.all.1400.xml"),
    [
      doc(1, "whales", "they sing in the sea"),
      doc(2, "kettles", "they sing on the stove"),
      doc(3, "wings", "they lift"),
    ].join("\n"),
  );
  writeFileSync(
    join(folder, "cran.qry.xml"),
    `<xml>${question(1, "which whale is singing")}${question(4, "lifting .")}</xml>`,
  );
  // The second question's answer is in no ranking: it lacks the question's words.
  writeFileSync(join(folder, "cranqrel.trec.txt"), "1 0 1 1\n1 0 2 1\n1 0 3 0\n2 0 1 1\n");
  expect(await measureSearchQuality(folder)).toEqual({
    docs: 3,
    questions: 2,
    judgements: 3,
    map: 0.5,
    mapAllWords: 0,
  });
});
