import { parse } from "papaparse";
import { expect, test } from "vitest";

import { readRows } from "./files/file.ts";
import { READING_IMPORT } from "./reading-import.ts";
import { guessMapping, readRow } from "./row.ts";

const HEADER = `"Key","Item Type","Publication Year","Author","Title","Publication Title","ISBN","ISSN","DOI","Url","Abstract Note","Date","Pages","Publisher","Editor","Notes","Manual Tags","Automatic Tags"`;

function readings(...lines: string[]) {
  const file = readRows("csv", [HEADER, ...lines].join("\n"), parse);
  if (!file.ok) throw new Error(file.message);
  const rows = READING_IMPORT.prepare?.(file.rows) ?? file.rows;
  const mapping = guessMapping(READING_IMPORT, rows);
  return rows.map((row) => {
    const reading = readRow(READING_IMPORT, row, mapping);
    return reading.ok ? reading.fields : reading.message;
  });
}

test("puts address and abstract of a Zotero export in the notes, with names in natural order", () => {
  const article = `"AB12","journalArticle","2021","Tidewell, Ada; Le Grand, Noé","Listening to whales","Sea Letters","","1234-5678","10.1000/whales","https://sea.example/whales","How whales sound.","2021-03-01","12-19","","","<p>Read twice</p>","sound; sea","Acoustics"`;
  expect(readings(article)).toEqual([
    {
      title: "Listening to whales",
      author: "Ada Tidewell, Noé Le Grand",
      year: 2021,
      page: "12-19",
      tags: ["sound", "sea", "Acoustics"],
      notes: "Read twice\nHow whales sound.\nhttps://sea.example/whales\nhttps://doi.org/10.1000/whales",
    },
  ]);
});

test("replaces a missing author with an editor or publisher, and accepts a reading without any", () => {
  const book = `"CD34","book","1999","","Tides","","9780306406157","","","","","1999","","Harbour Press","Nowak, Carla","","",""`;
  const report = `"EF56","report","","","Currents","","","","","","","","","Sea Institute","","","",""`;
  const page = `"GH78","webpage","","","Foam","","","","","https://sea.example/foam","","","","","","","",""`;
  expect(readings(book, report, page)).toEqual([
    { title: "Tides", author: "Carla Nowak", year: 1999, isbn: "9780306406157" },
    { title: "Currents", author: "Sea Institute" },
    { title: "Foam", notes: "https://sea.example/foam" },
  ]);
});

test("reads notes with unclosed tags in one pass", () => {
  const opened = "<".repeat(200_000);
  expect(
    readings(
      `"GH78","book","1999","","Tides","","","","","","","1999","","","","${opened}<p>Read</p>","",""`,
    ),
  ).toMatchObject([{ title: "Tides" }]);
});
