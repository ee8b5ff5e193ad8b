import { expect, test } from "vitest";

import { readImportFile, readImportText, findSamples } from "./import-source.ts";

const fileOf = (bytes: number[]) => new File([Uint8Array.from(bytes)], "tools.csv");
const codesOf = (text: string) => Array.from(text, (character) => character.charCodeAt(0));

async function nameIn(file: File) {
  const reading = await readImportFile(file);
  return reading.ok ? reading.source.rows : reading.message;
}

test("distinguishes CSV from JSON by the first characters", async () => {
  const csv = await readImportText("a", "name,url\nPencil,https://a.example\n");
  const json = await readImportText("a", ' {"tools": [{"name": "Pencil"}]}');
  expect(csv).toMatchObject({ ok: true, source: { columns: ["name", "url"] } });
  expect(json).toMatchObject({ ok: true, source: { rows: [{ name: "Pencil" }] } });
});

test("reads files in a spreadsheet's own encoding", async () => {
  expect(await nameIn(fileOf(codesOf("name\nCafé")))).toEqual([{ name: "Café" }]);
  const utf16 = codesOf("name\nCafé").flatMap((code) => [code, 0]);
  expect(await nameIn(fileOf([0xff, 0xfe, ...utf16]))).toEqual([{ name: "Café" }]);
});

test("reports an uncertain encoding, and reads the file again in a chosen one", async () => {
  const file = fileOf(codesOf("name\nCaf\u008e"));
  expect(await readImportFile(file)).toMatchObject({
    source: { encoding: { isCertain: false, excerpts: [expect.stringMatching(/^Caf/u)] } },
  });
  expect(await readImportFile(file, { encoding: "macintosh" })).toMatchObject({
    source: { rows: [{ name: "Café" }], encoding: { encoding: "macintosh", isCertain: true } },
  });
});

test("refuses a header without rows", async () => {
  expect(await readImportText("a", "name,url\n")).toEqual({
    ok: false,
    message: "There are no rows below the header",
  });
});

test("accepts rows that are all shorter than the header", async () => {
  expect(await readImportText("a", "Name,Company,URL\nA,B\nC\n")).toMatchObject({
    source: { columns: ["Name", "Company", "URL"], rows: [{ Name: "A" }, { Name: "C", URL: "" }] },
  });
});

test("reads rows with more cells than the header below another header line", async () => {
  const text = "My,tools\nname;url,company\nA,https://a.example,B\n";
  expect(await readImportText("a", text)).toMatchObject({
    source: { columns: ["My", "tools"], header: { line: 1 } },
  });
  expect(await readImportText("a", "My tools\nname,url,company\nA,b,c", { headerLine: 2 })).toMatchObject({
    source: { columns: ["name", "url", "company"], header: { line: 2 }, rows: [{ name: "A" }] },
  });
});

test("shows a few different values as samples", async () => {
  const reading = await readImportText("a", "name,kind\na,x\nb,x\n,y\n");
  expect(reading.ok && findSamples(reading.source, "kind")).toBe("x · y");
  expect(reading.ok && findSamples(reading.source, "name")).toBe("a · b");
});
