import { strFromU8, unzipSync } from "fflate";
import { SaxesParser } from "saxes";
import { expect } from "vitest";

/** A PowerPoint file, opened. */
export interface Deck {
  /** Texts of the XML parts by name. */
  parts: Map<string, string>;
  files: string[];
  zip: ReadonlyMap<string, Buffer>;
}

function isWellFormed(xml: string): boolean {
  try {
    new SaxesParser({ xmlns: true }).write(xml).close();
    return true;
  } catch {
    return false;
  }
}

/** Reads the files of a zip archive by path, without its folders. */
export const unzipFiles = (bytes: Uint8Array | ArrayBuffer): ReadonlyMap<string, Buffer> =>
  new Map(
    Object.entries(unzipSync(new Uint8Array(bytes)))
      .filter(([name]) => !name.endsWith("/"))
      .map(([name, file]) => [name, Buffer.from(file)]),
  );

/** Opens a deck and checks that every XML part, including the chart's workbook, is well-formed. */
export function openDeck(bytes: Uint8Array): Deck {
  const zip = unzipFiles(bytes);
  const parts = new Map<string, string>();
  for (const [name, file] of zip) {
    if (/\.(xml|rels)$/.test(name)) parts.set(name, strFromU8(file));
    if (name.endsWith(".xlsx")) openDeck(file);
  }
  const broken = [...parts].filter(([, text]) => !isWellFormed(text)).map(([name]) => name);
  expect(broken).toEqual([]);
  return { parts, zip, files: [...zip.keys()] };
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
