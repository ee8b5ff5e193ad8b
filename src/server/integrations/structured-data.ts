import type { CheerioAPI } from "cheerio";

import { oneLine, textOfHtml } from "./html-text.ts";

export interface StructuredFacts {
  name: string | null;
  description: string | null;
  siteName: string | null;
  company: string | null;
  category: string | null;
  authors: string[];
  keywords: string[];
  publishedAt: string | null;
}

/** A thing of schema.org as JSON-LD writes it: nothing about it is certain. */
type Thing = ReadonlyMap<string, unknown>;

const MAX_SCRIPTS = 20;
const MAX_LETTERS = 200_000;
const MAX_THINGS = 200;

const PRODUCT = /Application|Product|Service|WebApp/iu;
const WORK = /Article|Posting|Book|Report|CreativeWork|Course|Video/iu;
const COMPANY = /Organization|Corporation|Business/iu;

/** What the JSON-LD of a page says of the product, the text or the company that the page is about. */
export function readStructuredData($: CheerioAPI): StructuredFacts {
  const scripts = $("script[type='application/ld+json' i]").slice(0, MAX_SCRIPTS).toArray();
  const things = scripts.flatMap((script) => thingsIn(parse($(script).text()))).slice(0, MAX_THINGS);
  const ofKind = (kind: RegExp) => things.find((thing) => kind.test(typeOf(thing)));
  const main = ofKind(PRODUCT) ?? ofKind(WORK);
  const company = ofKind(COMPANY);
  return {
    name: textOf(main?.get("name")) ?? textOf(main?.get("headline")) ?? textOf(company?.get("name")),
    description: textOf(main?.get("description")) ?? textOf(company?.get("description")),
    siteName: textOf(ofKind(/^WebSite$/iu)?.get("name")),
    company:
      nameOf(main?.get("publisher")) ??
      nameOf(main?.get("brand")) ??
      nameOf(main?.get("manufacturer")) ??
      textOf(company?.get("name")),
    category: textOf(main?.get("applicationCategory")) ?? textOf(main?.get("category")),
    authors: namesOf(main?.get("author") ?? main?.get("creator")),
    keywords: listOf(main?.get("keywords")).flatMap((word) => textOf(word) ?? []),
    publishedAt: textOf(main?.get("datePublished")),
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json.slice(0, MAX_LETTERS));
  } catch {
    return null;
  }
}

/** All things at the top of a document: it may be one, a list, or a graph. */
function thingsIn(value: unknown): Thing[] {
  return listOf(value).flatMap((item) => {
    const thing = thingOf(item);
    if (!thing) return [];
    return [thing, ...listOf(thing.get("@graph")).flatMap((node) => thingOf(node) ?? [])];
  });
}

const thingOf = (value: unknown): Thing | null =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value))
    : null;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value == null ? [] : [value]);

const typeOf = (thing: Thing): string =>
  listOf(thing.get("@type"))
    .filter((type) => typeof type === "string")
    .join(" ");

const textOf = (value: unknown): string | null => {
  const [first] = listOf(value);
  return (typeof first === "string" && oneLine(textOfHtml(first.slice(0, 10_000)))) || null;
};

const nameOf = (value: unknown): string | null => namesOf(value)[0] ?? null;

const namesOf = (value: unknown): string[] =>
  listOf(value).flatMap((item) => textOf(item) ?? textOf(thingOf(item)?.get("name")) ?? []);
