import { domainToUnicode } from "node:url";

import type { App } from "#server/app.ts";
import { invalid } from "#server/errors.ts";
import { addComment } from "#server/features/comments/comments.service.ts";
import { storeNews } from "#server/features/news/news-store.service.ts";
import { addPaper } from "#server/features/papers/paper-fetch.service.ts";
import { setPaperFlags } from "#server/features/papers/papers.service.ts";
import { addPrompt } from "#server/features/prompts/prompts.service.ts";
import { addReading, fetchReadingDetails } from "#server/features/readings/readings.service.ts";
import { fetchFor } from "#server/features/sources/sources.service.ts";
import { autofill, fieldsOfPage } from "#server/features/tools/autofill.service.ts";
import { saveReleaseNote } from "#server/features/tools/release-notes.service.ts";
import { addTool, getTool, similarTools, toolLibrary } from "#server/features/tools/tools.service.ts";
import { SizedCache } from "#server/kernel/async/sized-cache.ts";
import { reviseItem } from "#server/kernel/items/library.service.ts";
import { knownNames } from "#server/kernel/links/known-names.service.ts";
import { loadTitles } from "#server/kernel/texts/texts.service.ts";
import { canonicalUrl, webAddress } from "#server/outside/http/canonical-url.ts";
import { OutboundError } from "#server/outside/http/http-client.ts";
import type { FoundArticle } from "#server/outside/news/news-source.ts";
import type { WebPage } from "#server/outside/pages/page.ts";
import { truncateText, oneLine } from "#server/outside/pages/plain-text.ts";
import type { User } from "#shared/accounts/users.ts";
import { promptsInMarkdown } from "#shared/imports/prompts/prompt-markdown.ts";
import { authorCell } from "#shared/imports/reading-cells.ts";
import { itemAddress, type ItemKey, itemOfAddress } from "#shared/kernel/item-address.ts";
import { formatItemRef, parseItemRef } from "#shared/kernel/items.ts";
import { TEXT_LIMITS, completeAddress } from "#shared/kernel/text-rules.ts";
import { findInArticle } from "#shared/mentions/mentions.ts";
import { readArxivId } from "#shared/papers/paper-words.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { findBestIsbn, parseIsbn, toIsbn13 } from "#shared/readings/isbn.ts";
import { newReadingSchema, UNKNOWN_AUTHOR } from "#shared/readings/readings.ts";
import { type SaveTarget, UNREADABLE_PAGE } from "#shared/save/save-targets.ts";
import type { Saved, SavePlan, SavePlanRequest, SaveRequest } from "#shared/save/save.ts";
import { UNDATED } from "#shared/tools/release-note-list.ts";
import { newToolSchema } from "#shared/tools/tools.ts";

import { isReleasePage, paperPage, rawFileAddress, routeAddress } from "./route-address.service.ts";
import { findArticleAt, findPaperByArxivId, findSavedAt, listBooks } from "./save.queries.ts";

/** Address to save, with the data read from it. */
interface Source {
  url: URL | null;
  arXivId: string | null;
  isbn: string | null;
  page: WebPage | null;
  /** Text of a prompt file. */
  text: string | null;
  /** Title sent by the browser. */
  title: string;
}

/** Returns what an address is and where it can be saved. Requests the page, but stores nothing. */
export async function planSave(app: App, user: User, request: SavePlanRequest): Promise<SavePlan> {
  const source = await readSource(app, user, request);
  return createPlan(app, source);
}

/** Saves an address to the chosen target, or to the suggested one. The note becomes a comment. */
export async function save(app: App, user: User, request: SaveRequest): Promise<Saved> {
  await app.storage.refuseWhenLow();
  const source = await readSource(app, user, request);
  const plan = await createPlan(app, source);
  const target = request.target ?? plan.target;
  if (!plan.targets.includes(target))
    throw invalid("This address can't be saved there. Choose another target.", "target");
  const isExisting = plan.existing !== null && request.target === undefined;
  const item = isExisting
    ? await getExisting(app, user, source, plan)
    : await storeInTarget(app, user, { target, source, plan });
  const ref = formatItemRef(item);
  const note = request.note.trim();
  if (note !== "") await addComment(app, user, { ref, parentId: null, content: note });
  const title = (await loadTitles(app.db, [item])).get(ref)?.title ?? plan.title;
  app.log.info({ userId: user.id, ref, target, isNew: !isExisting }, "saved an address");
  return { ref, title, path: itemAddress(item), target, isNew: !isExisting, isRead: plan.isRead };
}

/** Returns the existing item. Stars it if it is a paper, like a new paper. */
async function getExisting(
  app: App,
  user: User,
  { arXivId }: Source,
  { existing }: SavePlan,
): Promise<ItemKey> {
  if (arXivId !== null || existing === null) return storePaper(app, user, arXivId ?? "");
  const { kind, id } = parseItemRef(existing.ref);
  return { kind, id };
}

async function storePaper(app: App, user: User, arXivId: string): Promise<ItemKey> {
  const { id } = await addPaper(app, user, { id: arXivId });
  await setPaperFlags(app, user, { id, isStarred: true });
  return { kind: "paper", id };
}

const MAX_CACHED_CHARS = 4_000_000;
/** Creates a cache of recently read pages, so that saving doesn't request them again. */
const createCache = () =>
  new SizedCache<{ page: WebPage | null; at: number }>(
    MAX_CACHED_CHARS,
    ({ page }) => JSON.stringify(page).length,
  );
const pageCaches = new WeakMap<App, ReturnType<typeof createCache>>();
const CACHE_MS = 600_000;

async function readSource(app: App, user: User, request: SavePlanRequest): Promise<Source> {
  const { title } = request;
  const address = addressFromRequest(request);
  const arXivId = readArxivId(address);
  const url = arXivId === null ? parseUrl(address) : new URL(`https://arxiv.org/abs/${arXivId}`);
  const isbn = url === null ? parseIsbn(address) : isbnFromUrl(url);
  const source = { url, arXivId, isbn, page: null, text: null, title: oneLine(title) };
  if (url === null && isbn === null) throw invalid(describeInvalid(address), "url");
  if (url === null || arXivId !== null || isOwnUrl(app, url)) return source;
  const isPrompt = routeAddress({ ...source, isOnToolSite: false, mentionsTools: false }) === "prompt";
  const file = isPrompt ? await readText(app, user, rawFileAddress(url)) : null;
  const text = file !== null && parsePrompt(file, url) ? file : null;
  return { ...source, text, page: text === null ? await readPage(app, user, url.href) : null };
}

function describeInvalid(address: string): string {
  if (address === "") return "Enter an address, an arXiv id, a DOI or an ISBN.";
  const { username = "", password = "" } = URL.parse(address) ?? {};
  if (username + password !== "") return "Remove the username and password from this address.";
  if (address.length > TEXT_LIMITS.url && /^https?:/iu.test(address))
    return `Use an address of at most ${TEXT_LIMITS.url.toLocaleString("en-US")} characters.`;
  return "This is neither a web address, an arXiv id, a DOI nor an ISBN. Check for typos.";
}

/** Returns the first address in the data that a browser or phone shared. */
function addressFromRequest({ url, text, title }: SavePlanRequest): string {
  if (url.trim() !== "") return url.trim();
  return /https?:\/\/[^\s<>"]+/iu.exec(`${text}\n${title}`)?.[0] ?? text.trim();
}

const DOI_PATTERN = /^(?:doi:\s*)?(10\.\d{4,9}\/\S+)$/iu;

function parseUrl(text: string): URL | null {
  const address = canonicalUrl(completeAddress(text.replace(DOI_PATTERN, "https://doi.org/$1")));
  return address === null ? null : paperPage(new URL(address));
}

const BOOK_SITE_HOST =
  /(?:^|\.)(?:amazon\.[a-z.]+|goodreads\.com|openlibrary\.org|bookshop\.org|thalia\.[a-z]+|oreilly\.com|manning\.com|packtpub\.com|barnesandnoble\.com|waterstones\.com|librarything\.com|worldcat\.org|books\.google\.[a-z.]+)$/u;

/** Returns the ISBN in the URL of a page about a book. */
function isbnFromUrl({ hostname, pathname, search }: URL): string | null {
  if (!BOOK_SITE_HOST.test(hostname) && !/\/(?:isbn|books?)\//iu.test(pathname)) return null;
  const { isbn } = findBestIsbn(`${pathname} ${search}`.replaceAll(/[/=&?_.]/gu, " "));
  return parseIsbn(isbn ?? "");
}

const isOwnUrl = (app: App, { origin }: URL): boolean => origin === app.publicUrl;

async function readPage(app: App, user: User, url: string): Promise<WebPage | null> {
  const cache = pageCaches.get(app) ?? createCache();
  pageCaches.set(app, cache);
  const cached = cache.get(url);
  if (cached && app.now().getTime() - cached.at < CACHE_MS) return cached.page;
  const page = await fetchFor(app, user, () => app.integrations.pages.read(url)).catch(
    logUnreadable(app, url),
  );
  cache.set(url, { page, at: app.now().getTime() });
  return page;
}

const readText = (app: App, user: User, url: string): Promise<string | null> =>
  fetchFor(app, user, () => app.integrations.texts.read(url)).catch(logUnreadable(app, url));

/** Returns a handler that logs why an address can't be read. It rethrows other errors, such as a rate limit. */
const logUnreadable =
  (app: App, url: string) =>
  (error: unknown): null => {
    if (!(error instanceof OutboundError)) throw error;
    app.log.info({ err: error, url }, "couldn't read a page to save");
    return null;
  };

async function createPlan(app: App, source: Source): Promise<SavePlan> {
  const { url, page, arXivId, isbn, text } = source;
  const { finder, hosts, tools } = await knownNames(app);
  const toolId = url === null || arXivId !== null ? null : hosts.at(url.href);
  const tool = toolId === null ? undefined : tools.get(toolId);
  const mentionedIds = page && url && !tool ? [...findInArticle(finder, toArticle(source, page, url))] : [];
  const facts = { url, arXivId, page, isbn: page?.isbn ?? isbn };
  const target = routeAddress({
    ...facts,
    isOnToolSite: tool !== undefined,
    mentionsTools: mentionedIds.length > 0,
  });
  const isRead = arXivId !== null || url === null || page !== null || text !== null || isOwnUrl(app, url);
  const existing = await findExisting(app, source, toolId);
  const targets: SaveTarget[] = [
    target,
    ...(tool && url ? [isReleasePage(url) ? ("toolNote" as const) : ("releaseNote" as const)] : []),
    ...(arXivId === null && url !== null ? (["tool"] as const) : []),
    ...(mentionedIds.length > 0 ? (["article"] as const) : []),
    ...(text === null ? [] : (["prompt"] as const)),
    ...(arXivId === null ? (["reading"] as const) : []),
  ];
  return {
    url: url?.href ?? isbn ?? "",
    title: titleOf(source, target),
    author: page?.authors.join(", ") || null,
    description: page?.description ?? null,
    target: target === "prompt" && text === null ? "reading" : target,
    targets: [...new Set(targets.map((one) => (one === "prompt" && text === null ? "reading" : one)))],
    tool: tool ? { ref: formatItemRef({ kind: "tool", id: tool.id }), name: tool.name } : null,
    toolNames: mentionedIds.flatMap((id) => tools.get(id)?.name ?? []),
    existing,
    isRead,
  };
}

/** Returns the item that was saved from an address before, or null. */
async function findExisting(
  app: App,
  { url, arXivId, isbn }: Source,
  toolId: string | null,
): Promise<SavePlan["existing"]> {
  const { db } = app;
  const toExisting = async (kind: ItemKey["kind"], item: { id: string; title: string } | undefined) =>
    item
      ? {
          ref: formatItemRef({ kind, id: item.id }),
          title: item.title,
          path: itemAddress({ kind, id: item.id }),
        }
      : null;
  if (arXivId !== null) return toExisting("paper", await findPaperByArxivId(db, arXivId));
  if (isbn !== null) {
    const isbn13 = toIsbn13(isbn);
    return toExisting(
      "reading",
      (await listBooks(db)).find((book) => toIsbn13(book.isbn ?? "") === isbn13),
    );
  }
  if (url === null) return null;
  if (isOwnUrl(app, url)) {
    const item = itemOfAddress(url.pathname, url.searchParams);
    const title = item && (await loadTitles(db, [item])).get(formatItemRef(item))?.title;
    if (!item || typeof title !== "string") throw invalid("This is a StackLoop page.", "url");
    return toExisting(item.kind, { id: item.id, title });
  }
  const [tool] = await similarTools(app, { name: "", company: "", url: url.href });
  if (tool) return toExisting("tool", { id: tool.id, title: tool.name });
  const article = await findArticleAt(db, url.href);
  if (article) return toExisting("article", article);
  const saved = await findSavedAt(db, url.href);
  if (saved) return toExisting(saved.kind, saved);
  if (toolId === null) return null;
  const { releaseNotes, notes, name } = await getTool(app, toolId);
  const isInNotes =
    releaseNotes.some((note) => canonicalUrl(note.url) === url.href) || notes?.split("\n").includes(url.href);
  return isInNotes ? toExisting("tool", { id: toolId, title: name }) : null;
}

/** Returns the title for the saved item: the page's or the browser's title, the document's name, or the address. */
function titleOf({ url, page, title, arXivId, isbn, text }: Source, target: SaveTarget): string {
  const address =
    url === null
      ? `ISBN ${isbn}`
      : (documentName(decodeSegment(url.pathname.split("/").at(-1) ?? "")) ??
        `${domainToUnicode(url.hostname)}${decodeSegment(url.pathname)}`.replace(/\/$/u, ""));
  if (arXivId !== null) return title || `arXiv:${arXivId}`;
  const shared = documentName(title) ?? title;
  const sourceTitle = text === null ? (page?.title ?? shared) : (parsePrompt(text, url)?.name ?? "");
  const cleanTitle = target === "tool" && url ? productName(sourceTitle, url, page) : sourceTitle;
  return truncateText(oneLine(cleanTitle || address), TEXT_LIMITS.name);
}

/**
 * Returns the name of a document without its extension: "State of AI" for `State_of_AI.pdf`. Returns null for other
 * texts.
 */
function documentName(file: string): string | null {
  const [, name = ""] = /^(.*\p{L}{2}.*)\.(?:pdf|epub|docx?|odt|pptx?|odp)$/iu.exec(file) ?? [];
  return name.replaceAll(/[\s_+-]+/gu, " ").trim() || null;
}

const REPOSITORY_HOST =
  /^(?:www\.)?(?:github\.com|gitlab\.com|codeberg\.org|bitbucket\.org|huggingface\.co)$/u;

/** Returns a product's name, extracted from the title of its page. */
function productName(title: string, { hostname, pathname }: URL, page: WebPage | null): string {
  const last = pathname.split("/").findLast(Boolean);
  if (REPOSITORY_HOST.test(hostname) && last !== undefined) return decodeSegment(last);
  if (pathname === "/" && page?.siteName) return page.siteName;
  const [name = ""] = title.split(/\s+[|–—·-]\s+|:\s+/u);
  return name.replaceAll(/[\u200e\u200f]/gu, "").trim();
}

const toArticle = ({ title }: Source, page: WebPage, url: URL): FoundArticle => ({
  title: page.title ?? title,
  url: url.href,
  anchor: null,
  excerpt: page.description ?? "",
  content: page.description ?? "",
  imageUrl: page.imageUrl,
  source: page.siteName ?? url.hostname.replace(/^www\./u, ""),
  publishedAt: page.publishedAt,
  feed: null,
});

/** Returns the prompt in a file's text. */
function parsePrompt(text: string, url: URL | null): { name: string; prompt: string } | undefined {
  const file = decodeSegment(url?.pathname.split("/").at(-1) ?? "").replace(/\.\w+$/u, "");
  const [first] = promptsInMarkdown(text, file, { isWhole: true, parseYaml: () => null });
  return first;
}

/** Decodes a part of a path. Returns it unchanged if its escapes are invalid. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

interface StoreOptions {
  target: SaveTarget;
  source: Source;
  plan: SavePlan;
}

async function storeInTarget(app: App, user: User, { target, source, plan }: StoreOptions): Promise<ItemKey> {
  const { url } = source;
  switch (target) {
    case "paper":
      return storePaper(app, user, source.arXivId ?? "");
    case "tool":
      return storeTool(app, user, source, plan);
    case "releaseNote":
    case "toolNote":
      return storeToolNote(app, user, target, plan);
    case "article":
      return storeArticle(app, user, source);
    case "prompt": {
      const found = parsePrompt(source.text ?? "", url);
      const prompt = newPromptSchema.parse({ ...found, name: plan.title, notes: plan.url });
      return { kind: "prompt", id: (await addPrompt(app, user, prompt)).id };
    }
    default:
      return storeReading(app, user, source, plan);
  }
}

/** Adds a tool with the data from its page, and its logo. */
async function storeTool(app: App, user: User, { page }: Source, plan: SavePlan): Promise<ItemKey> {
  const found = page ? await fieldsOfPage(app, page) : {};
  const logo = { toolName: plan.title, fieldType: "logoUrl", url: plan.url } as const;
  const logoUrl = page ? await autofill(app, user, logo).catch(() => null) : null;
  const fields = newToolSchema.parse({
    ...found,
    name: plan.title,
    url: plan.url,
    logoUrl: logoUrl?.value ?? null,
    notes: page ? null : UNREADABLE_PAGE,
  });
  return { kind: "tool", id: (await addTool(app, user, fields)).id };
}

async function storeToolNote(
  app: App,
  user: User,
  target: "releaseNote" | "toolNote",
  { tool, url, title }: SavePlan,
): Promise<ItemKey> {
  if (tool === null) throw invalid("This address isn't on the site of any tool.", "target");
  const { id } = parseItemRef(tool.ref);
  if (target === "releaseNote") await saveReleaseNote(app, user, { id, date: UNDATED, url });
  else
    await reviseItem(app, toolLibrary, {
      by: user,
      id,
      revise: ({ notes }) => ({ notes: [notes, `${title}\n${url}`].filter(Boolean).join("\n\n") }),
    });
  return { kind: "tool", id };
}

async function storeArticle(app: App, user: User, source: Source): Promise<ItemKey> {
  const { page, url } = source;
  if (page && url) await storeNews(app, null, [toArticle(source, page, url)], user);
  const article = url && (await findArticleAt(app.db, url.href));
  if (!article)
    throw invalid("This page doesn't name any tool in the AI Stack. Save it as a reading.", "target");
  return { kind: "article", id: article.id };
}

async function storeReading(app: App, user: User, source: Source, plan: SavePlan): Promise<ItemKey> {
  const { page, url, text } = source;
  const isbn = page?.isbn ?? source.isbn;
  const book =
    isbn === null ? null : await fetchReadingDetails(app, user, { isbnOrUrl: isbn }).catch(() => null);
  const isRead = page !== null || book !== null || text !== null;
  const year = page?.publishedAt === null || page === null ? null : Number(page.publishedAt.slice(0, 4));
  const fields = newReadingSchema.parse({
    title: book?.title ?? plan.title,
    author: authorCell(book?.author || plan.author || page?.siteName || UNKNOWN_AUTHOR).value,
    year: book?.year ?? year,
    isbn: book?.isbn ?? parseIsbn(isbn ?? ""),
    imageUrl: book?.imageUrl ?? webAddress(page?.imageUrl),
    notes: [url?.href, ...(isRead ? [] : [UNREADABLE_PAGE])].filter(Boolean).join("\n\n") || null,
  });
  return { kind: "reading", id: (await addReading(app, user, fields)).id };
}
