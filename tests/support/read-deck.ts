import JSZip from "jszip";
import { SaxesParser } from "saxes";
import { expect } from "vitest";

/** A PowerPoint file, opened. */
export interface Deck {
  parts: Map<string, string>;
  files: string[];
  zip: JSZip;
}

function isWellFormed(xml: string): boolean {
  try {
    new SaxesParser({ xmlns: true }).write(xml).close();
    return true;
  } catch {
    return false;
  }
}

/** Opens a deck and insists that every XML part in it, also in the chart's workbook, is well-formed. */
export async function openDeck(bytes: Uint8Array): Promise<Deck> {
  const zip = await JSZip.loadAsync(bytes);
  const files = Object.values(zip.files).filter(({ dir }) => !dir);
  const parts = new Map<string, string>();
  for (const file of files) {
    if (/\.(xml|rels)$/.test(file.name)) parts.set(file.name, await file.async("string"));
    if (file.name.endsWith(".xlsx")) await openDeck(await file.async("uint8array"));
  }
  const broken = [...parts].filter(([, text]) => !isWellFormed(text)).map(([name]) => name);
  expect(broken).toEqual([]);
  return { parts, zip, files: files.map(({ name }) => name) };
}

/** The text of a part, paragraph by paragraph. */
export function texts(deck: Deck, name: string): string[] {
  const found: string[] = [];
  const parser = new SaxesParser();
  let isText = false;
  parser.on("opentag", ({ name: tag }) => {
    isText = tag === "a:t" || tag === "c:v";
    if (isText) found.push("");
  });
  parser.on("text", (text) => {
    if (isText) found.push(`${found.pop() ?? ""}${text}`);
  });
  parser.on("closetag", () => {
    isText = false;
  });
  parser.write(deck.parts.get(name) ?? "").close();
  return found;
}
