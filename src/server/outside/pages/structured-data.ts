import type { CheerioAPI } from "cheerio";

import { textOfHtml } from "./html-text.ts";
import type { WebPage } from "./page.ts";
import { oneLine } from "./plain-text.ts";

export interface StructuredFacts {
  name: string | null;
  /** Headline and name of the article or posting. */
  headlines: string[];
  kind: WebPage["kind"];
  isbn: string | null;
  description: string | null;
  siteName: string | null;
  company: string | null;
  category: string | null;
  authors: string[];
  keywords: string[];
  publishedAt: string | null;
}

/** Object of schema.org in JSON-LD. Any property may be missing or invalid. */
type Thing = ReadonlyMap<string, unknown>;

const MAX_SCRIPTS = 20;
const MAX_LETTERS = 200_000;
const MAX_THINGS = 200;

const PRODUCT = /Application|Product|Service|WebApp/iu;
const WORK = /Article|Posting|Book|Report|CreativeWork|Course|Video/iu;
const ARTICLE = /Article|Posting|Report/iu;
const COMPANY = /Organization|Corporation|Business/iu;

/** Returns the facts in a page's JSON-LD about its product, text or company. */
export function readStructuredData($: CheerioAPI): StructuredFacts {
  const scripts = $("script[type='application/ld+json' i]").slice(0, MAX_SCRIPTS).toArray();
  const things = scripts.flatMap((script) => thingsIn(parse($(script).text()))).slice(0, MAX_THINGS);
  const ofKind = (kind: RegExp) => things.find((thing) => kind.test(getType(thing)));
  const main = ofKind(PRODUCT) ?? ofKind(WORK);
  const article = ofKind(ARTICLE);
  const book = ofKind(/^Book\b/u);
  const company = ofKind(COMPANY);
  const nameOf = new Map(things.map((thing) => [thing.get("@id"), thing.get("name")]));
  return {
    name: readText(main?.get("name")) ?? readText(main?.get("headline")) ?? readText(company?.get("name")),
    headlines: ["headline", "name"].flatMap((key) => readText(article?.get(key)) ?? []),
    kind: book ? "book" : ofKind(PRODUCT) ? "product" : article ? "article" : null,
    isbn: readText(book?.get("isbn")) ?? readText(ofKind(PRODUCT)?.get("isbn")),
    description: readText(main?.get("description")) ?? readText(company?.get("description")),
    siteName: readText(ofKind(/^WebSite$/iu)?.get("name")),
    company:
      readName(main?.get("publisher")) ??
      readName(main?.get("brand")) ??
      readName(main?.get("manufacturer")) ??
      readText(company?.get("name")),
    category: readText(main?.get("applicationCategory")) ?? readText(main?.get("category")),
    authors: toList(main?.get("author") ?? main?.get("creator")).flatMap((author) => {
      const names = readNames(author);
      return names.length > 0 ? names : readNames(nameOf.get(toThing(author)?.get("@id")));
    }),
    keywords: toList(main?.get("keywords")).flatMap((word) => readText(word) ?? []),
    publishedAt: readText(main?.get("datePublished")),
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json.slice(0, MAX_LETTERS).replaceAll(/^\s*<!\[CDATA\[|\]\]>\s*$/gu, ""));
  } catch {
    return null;
  }
}

/** Returns all objects of a document: a single one, a list, or a graph, each with the one that its page is about. */
function thingsIn(value: unknown): Thing[] {
  return toList(value).flatMap((item) => {
    const thing = toThing(item);
    if (!thing) return [];
    return [
      thing,
      ...[...toList(thing.get("@graph")), ...subjectsOf(thing)].flatMap((node) => toThing(node) ?? []),
    ];
  });
}

const subjectsOf = (thing: Thing): unknown[] =>
  ["mainEntity", "blogPost"]
    .map((key) => toList(thing.get(key)))
    .flatMap((list) => (list.length === 1 ? list : []));

const toThing = (value: unknown): Thing | null =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value))
    : null;

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : value == null ? [] : [value]);

const getType = (thing: Thing): string =>
  toList(thing.get("@type"))
    .filter((type) => typeof type === "string")
    .join(" ");

const readText = (value: unknown): string | null => {
  const [first] = toList(value);
  return (typeof first === "string" && oneLine(textOfHtml(first.slice(0, 10_000)))) || null;
};

const readName = (value: unknown): string | null => readNames(value)[0] ?? null;

const readNames = (value: unknown): string[] =>
  toList(value).flatMap((item) => {
    const thing = toThing(item);
    const parts = ["givenName", "familyName"].flatMap((key) => readText(thing?.get(key)) ?? []);
    return readText(item) ?? readText(thing?.get("name")) ?? (parts.join(" ") || []);
  });
