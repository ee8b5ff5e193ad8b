import { describe, expect, test } from "vitest";

import { excerptsBeyondAscii } from "#shared/imports/files/text-decoding.ts";

import { decodeTextFile } from "./text-encoding.ts";

const bytesOf = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));
const swapped = (text: string) => Buffer.from(text, "utf16le").swap16();

/** Encodes a text in any encoding that TextDecoder supports, by looking up every character. */
function encode(text: string, encoding: string): Buffer {
  const codes = new Map<string, number[]>();
  const decoder = new TextDecoder(encoding);
  for (let lead = 0x80; lead < 0x100; lead += 1) {
    codes.set(decoder.decode(Uint8Array.of(lead)), [lead]);
    for (let trail = 0x40; trail < 0x100; trail += 1) {
      const character = decoder.decode(Uint8Array.of(lead, trail));
      if (Array.from(character).length === 1) codes.set(character, [lead, trail]);
    }
  }
  const bytes = Array.from(text, (character) => {
    const ascii = character.charCodeAt(0) < 0x80 ? [character.charCodeAt(0)] : undefined;
    const found = ascii ?? codes.get(character);
    if (!found) throw new Error(`${encoding} has no ${character}`);
    return found;
  });
  return Buffer.from(bytes.flat());
}

describe("Unicode", () => {
  test.each([
    ["utf-8", bytesOf("name\nCafé 😀")],
    ["utf-8", bytesOf([0xef, 0xbb, 0xbf], "name\nCafé 😀")],
    ["utf-16le", bytesOf([0xff, 0xfe], [...Buffer.from("name\nCafé 😀", "utf16le")])],
    ["utf-16be", bytesOf([0xfe, 0xff], [...swapped("name\nCafé 😀")])],
    ["utf-16le", Buffer.from("name\nCafé 😀", "utf16le")],
    ["utf-16be", swapped("name\nCafé 😀")],
  ])("reads %s, with or without a byte order mark", async (encoding, bytes) => {
    expect(await decodeTextFile(bytes)).toEqual({
      text: "name\nCafé 😀",
      encoding,
      isCertain: true,
      brokenCount: 0,
    });
  });

  test("replaces and counts a stray byte without other damage", async () => {
    const bytes = bytesOf("name,what\nCafé,Größe\nMünchen,", [0xe9], "\nZürich,naïve façade\n");
    expect(await decodeTextFile(bytes)).toEqual({
      text: "name,what\nCafé,Größe\nMünchen,\uFFFD\nZürich,naïve façade\n",
      encoding: "utf-8",
      isCertain: true,
      brokenCount: 1,
    });
  });

  test("reads a text with few NULs as UTF-8", async () => {
    expect(await decodeTextFile(bytesOf("name\nCaf\u0000é"))).toMatchObject({
      encoding: "utf-8",
      isCertain: true,
    });
  });
});

describe("other encodings", () => {
  test.each([
    ["gb18030", "名称,说明\n文心一言,百度的聊天机器人\n通义千问,阿里巴巴的大模型\n"],
    ["big5", "名稱,說明\n聊天機器人,台灣的人工智慧工具\n"],
    ["shift_jis", "名前,説明\nクロード,文章を書く人工知能\n絵師,画像を作る\n"],
    ["euc-jp", "名前,説明\nクロード,文章を書く人工知能\n絵師,画像を作る\n"],
    ["euc-kr", "이름,설명\n클로바,네이버의 인공지능\n"],
  ])("recognises %s for certain", async (encoding, text) => {
    expect(await decodeTextFile(encode(text, encoding))).toEqual({
      text,
      encoding,
      isCertain: true,
      brokenCount: 0,
    });
  });

  test.each([
    ["windows-1252", "name,what\nCafé,Größe und Straße\nMünchen,schöne Bücher\n"],
    ["windows-1251", "название,описание\nАлиса,голосовой помощник компании Яндекс\n"],
    ["koi8-r", "название,описание\nАлиса,голосовой помощник компании Яндекс\n"],
  ])("recognises %s only as likely", async (encoding, text) => {
    expect(await decodeTextFile(encode(text, encoding))).toEqual({
      text,
      encoding,
      isCertain: false,
      brokenCount: 0,
    });
  });

  test("uses the chosen encoding", async () => {
    const text = "zażółć gęślą jaźń";
    expect(await decodeTextFile(encode(text, "windows-1250"), "windows-1250")).toMatchObject({
      text,
      isCertain: true,
    });
  });

  test("recognises seven-bit Japanese by its escapes", async () => {
    const bytes = bytesOf([0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x38, 0x6c, 0x1b, 0x28, 0x42], "\n");
    expect(await decodeTextFile(bytes)).toMatchObject({ text: "日本語\n", encoding: "iso-2022-jp" });
  });

  test("finds the first character beyond ASCII far down", async () => {
    const text = `${"plain,row\n".repeat(50_000)}名前,説明 クロード,文章を書く人工知能 絵師,画像を作る\n`;
    expect(await decodeTextFile(encode(text, "shift_jis"))).toMatchObject({
      encoding: "shift_jis",
      isCertain: true,
    });
  });

  test("decodes any bytes", async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 256);
    expect((await decodeTextFile(bytes)).isCertain).toBe(false);
    expect(await decodeTextFile(new Uint8Array())).toMatchObject({ text: "", encoding: "utf-8" });
  });
});

test("shows excerpts with characters beyond ASCII", () => {
  expect(excerptsBeyondAscii("name\nplain\nCafé\nGröße\nMünchen\nÅ\n")).toEqual(["Café", "Größe", "München"]);
  expect(excerptsBeyondAscii("plain")).toEqual([]);
});
