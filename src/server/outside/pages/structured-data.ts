import type { CheerioAPI } from "cheerio";

import { textOfHtml, withoutCdata } from "./html-text.ts";
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
type Node = ReadonlyMap<string, unknown>;

const MAX_SCRIPTS = 20;
const MAX_CHARS = 200_000;
const MAX_NODES = 200;

const PRODUCT = /Application|Product|Service|WebApp/iu;
const WORK = /Article|Posting|Book|Report|CreativeWork|Course|Video/iu;
const ARTICLE = /Article|Posting|Report/iu;
const COMPANY = /Organization|Corporation|Business/iu;

/** Returns the facts in a page's JSON-LD about its product, text or company. */
export function readStructuredData($: CheerioAPI): StructuredFacts {
  const scripts = $("script[type='application/ld+json' i]").slice(0, MAX_SCRIPTS).toArray();
  const nodes = scripts.flatMap((script) => listNodes(parse($(script).text()))).slice(0, MAX_NODES);
  const findNode = (kind: RegExp) => nodes.find((node) => kind.test(getType(node)));
  const main = findNode(PRODUCT) ?? findNode(WORK);
  const article = findNode(ARTICLE);
  const book = findNode(/^Book\b/u);
  const company = findNode(COMPANY);
  const nameOf = new Map(nodes.map((node) => [node.get("@id"), node.get("name")]));
  return {
    name: readText(main?.get("name")) ?? readText(main?.get("headline")) ?? readText(company?.get("name")),
    headlines: ["headline", "name"].flatMap((key) => readText(article?.get(key)) ?? []),
    kind: book ? "book" : findNode(PRODUCT) ? "product" : article ? "article" : null,
    isbn: readText(book?.get("isbn")) ?? readText(findNode(PRODUCT)?.get("isbn")),
    description: readText(main?.get("description")) ?? readText(company?.get("description")),
    siteName: readText(findNode(/^WebSite$/iu)?.get("name")),
    company:
      readName(main?.get("publisher")) ??
      readName(main?.get("brand")) ??
      readName(main?.get("manufacturer")) ??
      readText(company?.get("name")),
    category: readText(main?.get("applicationCategory")) ?? readText(main?.get("category")),
    authors: toList(main?.get("author") ?? main?.get("creator")).flatMap((author) => {
      const names = readNames(author);
      return names.length > 0 ? names : readNames(nameOf.get(toNode(author)?.get("@id")));
    }),
    keywords: toList(main?.get("keywords")).flatMap((word) => readText(word) ?? []),
    publishedAt: readText(main?.get("datePublished")),
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(withoutCdata(json.slice(0, MAX_CHARS)));
  } catch {
    return null;
  }
}

/** Returns all objects of a document: a single one, a list, or a graph, each with the object that its page is about. */
function listNodes(value: unknown): Node[] {
  return toList(value).flatMap((item) => {
    const node = toNode(item);
    if (!node) return [];
    return [
      node,
      ...[...toList(node.get("@graph")), ...listSubjects(node)].flatMap((child) => toNode(child) ?? []),
    ];
  });
}

const listSubjects = (node: Node): unknown[] =>
  ["mainEntity", "blogPost"]
    .map((key) => toList(node.get(key)))
    .flatMap((list) => (list.length === 1 ? list : []));

const toNode = (value: unknown): Node | null =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value))
    : null;

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : value == null ? [] : [value]);

const getType = (node: Node): string =>
  toList(node.get("@type"))
    .filter((type) => typeof type === "string")
    .join(" ");

const readText = (value: unknown): string | null => {
  const [first] = toList(value);
  return (typeof first === "string" && oneLine(textOfHtml(first.slice(0, 10_000)))) || null;
};

const readName = (value: unknown): string | null => readNames(value)[0] ?? null;

const readNames = (value: unknown): string[] =>
  toList(value).flatMap((item) => {
    const node = toNode(item);
    const parts = ["givenName", "familyName"].flatMap((key) => readText(node?.get(key)) ?? []);
    return readText(item) ?? readText(node?.get("name")) ?? (parts.join(" ") || []);
  });
