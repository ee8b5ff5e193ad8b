import { columnsOf } from "#shared/imports/column-values.ts";
import { guessColumns, headerWords } from "#shared/imports/request.ts";

import type { ColumnKind } from "./csv-header.ts";
import { isRecord } from "./json-text.ts";

type Row = Record<string, unknown>;

/** Maximum depth of groups. Deeper ones are ignored. */
const MAX_DEPTH = 6;

/** Keys of lists, for every kind of item. */
const LIST_KEYS =
  "items entries records results rows data list links cards issues tasks repositories resources nodes edges objects docs hits library collection".split(
    " ",
  );
/** Keys of lists of groups. */
const GROUP_KEYS =
  "categories category subcategories groups sections topics collections shelves folders children".split(" ");
/** Keys of objects in which programs wrap a row's data, next to its id and dates. */
const WRAPPER_KEYS = ["fields", "attributes", "properties", "node", "_source", "item", "volumeInfo"];
/** Keys of a table's headers, next to rows that are lists. */
const HEADER_KEYS: ReadonlySet<string> = new Set(["columns", "headers", "header", "fields"]);
const GROUP_NAME_KEYS = ["name", "title", "category", "label", "group", "section", "topic", "id", "slug"];

const foldKey = (key: string): string => headerWords(key).join("");

/**
 * Finds rows in a JSON value: a list of objects or names, a table, one of several lists, or an object keyed by name.
 * For grouped lists, adds the group's name as a tag. Undefined if there are none.
 */
export function rowsInJson(value: unknown, kind?: ColumnKind): unknown[] | undefined {
  return new JsonRows(kind).rowsIn(value, 0);
}

class JsonRows {
  readonly #kind: ColumnKind | undefined;
  readonly #lists: ReadonlySet<string>;

  constructor(kind: ColumnKind | undefined) {
    this.#kind = kind;
    this.#lists = new Set([...(kind?.lists.split(" ") ?? []), ...LIST_KEYS]);
  }

  rowsIn(value: unknown, depth: number): unknown[] | undefined {
    if (Array.isArray(value)) return this.#rowsOfList(rowsOfTable(value) ?? this.#namesToRows(value), depth);
    if (!isRecord(value) || depth > MAX_DEPTH) return undefined;
    if (this.#isRow(value)) return [value];
    return (
      tableIn(value) ??
      this.#rowsInLists(value, depth) ??
      this.#rowsInNames(value) ??
      this.#rowsByName(value, depth) ??
      this.#rowsInObjects(value, depth)
    );
  }

  /** Converts names to rows if the kind requires nothing but a name. */
  #namesToRows(list: readonly unknown[]): readonly unknown[] {
    const naming = this.#kind?.nameField;
    const isEnough = Object.keys(this.#kind?.required ?? {}).every((field) => field === naming);
    if (naming === undefined || !isEnough || !list.every(isNameText)) return list;
    return list.map((name) => ({ [naming]: name }));
  }

  /** Handles names without objects: `{ tools: ["A", "B"] }`, `{ Chat: ["A", "B"], … }` and `{ A: "https://…", … }`. */
  #rowsInNames(value: Row): unknown[] | undefined {
    const entries = Object.entries(value);
    const kindList = entries.find(([key, inner]) => this.#isKindListKey(key) && isNonEmptyList(inner));
    if (kindList) return this.#rowsOfNames(kindList[1]);
    const knownCount = Object.keys(this.#guessMapping([value])).length;
    if (entries.length < 2 || knownCount === entries.length) return undefined;
    const addresses = this.#rowsOfAddresses(value);
    if (addresses) return addresses;
    const groups = entries.map(([key, inner]) => {
      const rows = isRecord(inner) ? this.#rowsOfAddresses(inner) : this.#rowsOfNames(inner);
      return rows?.map((row) => withGroup(row, key));
    });
    return groups.every((rows) => rows !== undefined) ? groups.flat() : undefined;
  }

  /** Handles `{ A: "https://…", B: "https://…" }`, unless the keys are columns. */
  #rowsOfAddresses(value: Row): unknown[] | undefined {
    const entries = Object.entries(value);
    const areNames = Object.keys(this.#guessMapping([value])).length === 0;
    if (entries.length === 0 || !areNames || !entries.every(([, inner]) => isAddress(inner)))
      return undefined;
    return entries.map(([name, url]) => ({ [this.#kind?.nameField ?? "name"]: name, url }));
  }

  #rowsOfNames(list: unknown): unknown[] | undefined {
    const rows = isNonEmptyList(list) && list.every(isNameText) ? this.#namesToRows(list) : [];
    return rows.some(isRecord) ? [...rows] : undefined;
  }

  #namesIn(group: Row): unknown {
    const nounKey = `${this.#kind?.noun ?? "item"}s`;
    return Object.entries(group).find(([key]) => foldKey(key) === nounKey || foldKey(key) === "items")?.[1];
  }

  /** True for the key of a list of this kind, such as "tools". */
  #isKindListKey(key: string): boolean {
    return (this.#kind?.lists.split(" ") ?? []).includes(foldKey(key));
  }

  /** True for a single object with all required fields and no list of others. */
  #isRow(value: Row): boolean {
    const mapping = this.#guessMapping([value]);
    const required = Object.keys(this.#kind?.required ?? { name: "" });
    const has = (field: string) =>
      typeof Object.entries(value).find(([key]) => key === mapping[field])?.[1] === "string";
    return required.every(has) && !Object.values(value).some((inner) => this.#isListOfRows(inner));
  }

  #rowsOfList(list: readonly unknown[], depth: number): unknown[] {
    const lines = list.length > 0 && list.every((item) => Array.isArray(item)) ? list.flat() : list;
    const items = lines.map(unwrap);
    const parts = items.map((item) => this.#rowsOfGroup(item, depth));
    if (!parts.some((part) => part !== undefined && part.length > 0)) return items;
    return parts.flatMap((part, index) => part ?? [items[index]]);
  }

  /** Returns the rows of a group such as `{ name, tools: […] }`, with its name. Undefined for other values. */
  #rowsOfGroup(item: unknown, depth: number): unknown[] | undefined {
    if (!isRecord(item) || depth > MAX_DEPTH) return undefined;
    const lists = Object.entries(item).filter(([key, inner]) => Array.isArray(inner) && this.#isListKey(key));
    const name = textAt(item, GROUP_NAME_KEYS);
    // A tool contains lists of texts too, such as its platforms, but it has more keys.
    const names = Object.keys(item).length <= 3 ? this.#rowsOfNames(this.#namesIn(item)) : undefined;
    if (names) return names.map((row) => withGroup(row, name));
    const full = lists.flatMap(([, inner]) => this.#rowsOfMembers(inner, depth + 1) ?? []);
    if (lists.length === 0 || (full.length === 0 && !lists.every(([, inner]) => isEmptyList(inner))))
      return undefined;
    return full.map((row) => withGroup(row, name));
  }

  /** Returns the rows of a group's list: of items, or of groups alone. Undefined for other lists. */
  #rowsOfMembers(list: unknown, depth: number): unknown[] | undefined {
    if (this.#isListOfRows(list)) return this.rowsIn(list, depth);
    if (!isNonEmptyList(list)) return undefined;
    const groups = list.map((item) => this.#rowsOfGroup(item, depth));
    return groups.every((rows) => rows !== undefined) ? groups.flat() : undefined;
  }

  /**
   * Returns the rows in an object's lists: in the list with the kind's key, in the lists of all groups, or in the
   * likeliest.
   */
  #rowsInLists(value: Row, depth: number): unknown[] | undefined {
    const lists = Object.entries(value).flatMap(([key, inner]) =>
      Array.isArray(inner) && inner.some(isRecord) ? [{ key, list: inner as unknown[] }] : [],
    );
    const [only, another] = lists;
    if (!only) return undefined;
    if (!another) {
      const rows = replaceIdsWithNames(this.#rowsOfList(only.list, depth), value, only.list);
      return this.#lists.has(foldKey(only.key))
        ? rows
        : [...rows, ...this.#rowsBesideList(value, only, depth)];
    }
    const listWithKindKey = [...this.#lists]
      .map((key) => lists.find((one) => foldKey(one.key) === key))
      .find((one) => one !== undefined);
    if (listWithKindKey)
      return replaceIdsWithNames(this.#rowsOfList(listWithKindKey.list, depth), value, listWithKindKey.list);
    if (lists.every(({ list }) => this.#isListOfRows(list) && sharesMostColumns(only.list, list))) {
      return lists.flatMap(({ key, list }) =>
        this.#rowsOfList(list, depth).map((row) => withGroup(row, key)),
      );
    }
    const score = (list: readonly unknown[]) => this.#countKnownColumns(list.map(unwrap));
    const [likeliest = only] = lists.toSorted(
      (a, b) => score(b.list) - score(a.list) || b.list.length - a.list.length,
    );
    return replaceIdsWithNames(this.#rowsOfList(likeliest.list, depth), value, likeliest.list);
  }

  /** Returns the rows of groups of groups next to a list: `{ Chat: […], Images: { Photos: […] } }`. */
  #rowsBesideList(value: Row, { key: own, list }: NamedList, depth: number): unknown[] {
    return Object.entries(value).flatMap(([key, inner]) => {
      const rows = key !== own && isRecord(inner) ? (this.rowsIn(inner, depth + 1) ?? []) : [];
      return sharesMostColumns(list, rows) ? rows.map((row) => withGroup(row, key)) : [];
    });
  }

  /**
   * Handles `{"Claude": {…}, "Gemini": {…}}`: each key is the name of its object, unless the objects contain their
   * names.
   */
  #rowsByName(value: Row, depth: number): unknown[] | undefined {
    const entries = Object.entries(value);
    const objects = entries.flatMap(([key, inner]) =>
      isRecord(inner) ? [{ key, row: unwrapRow(inner) }] : [],
    );
    const rows = objects.map(({ row }) => row);
    const [first] = rows;
    if (!first || objects.every(({ key }) => this.#isListKey(key)) || !rows.every(isItem)) return undefined;
    // Objects clearly of one kind may have a date or a version next to them.
    const isOnly = objects.length === entries.length;
    if (!isOnly && (rows.length < 2 || !rows.every((row) => sharesMostColumns([first], [row]))))
      return undefined;
    const naming = this.#kind?.nameField ?? "name";
    const namedRows =
      this.#nameColumn(rows) === undefined
        ? objects.map(({ key, row }) => ({ [naming]: key, ...row }))
        : rows;
    return this.#rowsOfList(namedRows, depth);
  }

  /** Returns rows inside other objects: `{ data: { tools: […] } }`, or `{ Chat: { Claude: {…} }, Images: { … } }`. */
  #rowsInObjects(value: Row, depth: number): unknown[] | undefined {
    const innerRows = Object.entries(value).flatMap(([key, inner]) => {
      const rows = isRecord(inner) ? this.rowsIn(inner, depth + 1) : undefined;
      return rows ? [{ key, rows }] : [];
    });
    const [first] = innerRows;
    if (!first || innerRows.length === 1) return first?.rows;
    const rowsWithListKey = innerRows.find(({ key }) => this.#isListKey(key));
    if (rowsWithListKey) return rowsWithListKey.rows;
    return innerRows.every(({ rows }) => sharesMostColumns(first.rows, rows))
      ? innerRows.flatMap(({ key, rows }) => rows.map((row) => withGroup(row, key)))
      : first.rows;
  }

  #isListKey(key: string): boolean {
    return this.#lists.has(foldKey(key)) || GROUP_KEYS.includes(foldKey(key));
  }

  /** True for a list of objects that mostly have a name. */
  #isListOfRows(list: unknown): boolean {
    return Array.isArray(list) && list.some(isRecord) && this.#nameColumn(list) !== undefined;
  }

  #guessMapping(list: readonly unknown[]) {
    return guessColumns(this.#kind?.commonHeaders ?? [["name", "name title"]], columnsOf(list));
  }

  #nameColumn(list: readonly unknown[]): string | undefined {
    return this.#guessMapping(list.map(unwrap))[this.#kind?.nameField ?? "name"];
  }

  #countKnownColumns(list: readonly unknown[]): number {
    return Object.values(this.#guessMapping(list)).filter((column) => column !== undefined).length;
  }
}

const isNonEmptyList = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > 0;
const isAddress = (value: unknown): boolean => typeof value === "string" && /^https?:\/\/\S+$/u.test(value);
const isNameText = (value: unknown): boolean =>
  typeof value === "string" && value.trim() !== "" && value.length <= 200 && !isAddress(value);

/** Converts a table to rows: a list of lists, the first of which has the headers. */
function rowsOfTable(list: readonly unknown[], headers?: readonly unknown[]): unknown[] | undefined {
  const [columns, ...lines] = headers ? [headers, ...list] : list;
  if (!isNonEmptyList(columns) || lines.length === 0 || !columns.every(isNameText)) return undefined;
  if (!lines.every((line) => Array.isArray(line))) return undefined;
  return lines.map((line) =>
    Object.fromEntries(columns.map((column, index) => [String(column), (line as unknown[])[index] ?? ""])),
  );
}

/** Returns the rows of `{ columns: […], rows: [[…], …] }`, `{ values: [[…], …] }`, or a table by columns of pandas. */
function tableIn(value: Row): unknown[] | undefined {
  const values = Object.entries(value);
  const headers = values.find(([key, inner]) => HEADER_KEYS.has(foldKey(key)) && isNonEmptyList(inner))?.[1];
  if (isNonEmptyList(headers)) {
    for (const [, inner] of values) {
      const rows = inner !== headers && isNonEmptyList(inner) ? rowsOfTable(inner, headers) : undefined;
      if (rows) return rows;
    }
  }
  const [only, another] = values.flatMap(([, inner]) => (isNonEmptyList(inner) ? [inner] : []));
  const rows = only && !another ? rowsOfTable(only) : undefined;
  if (rows) return rows;
  const columns = values.flatMap(([column, cells]) => (isRecord(cells) ? [{ column, cells }] : []));
  const ids = Object.keys(columns[0]?.cells ?? {});
  const isByColumn =
    ids[0] === "0" &&
    columns.length === values.length &&
    columns.every(({ cells }) => Object.keys(cells).join() === ids.join());
  if (!isByColumn) return undefined;
  return ids.map((id) => Object.fromEntries(columns.map(({ column, cells }) => [column, cells[id]])));
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** True for an object with values of its own, rather than only nested objects. */
const isItem = (row: Row): boolean =>
  Object.values(row).some((cell) => typeof cell === "string" || typeof cell === "number");

/** Unwraps a row from a program's envelope, such as Airtable's `{ id, fields: {…} }`. */
const unwrap = (item: unknown): unknown => (isRecord(item) ? unwrapRow(item) : item);

function unwrapRow(item: Row): Row {
  const key = WRAPPER_KEYS.find((wrapper) => isRecord(item[wrapper]));
  if (key === undefined) return item;
  const { [key]: inner, ...rest } = item;
  return isRecord(inner) ? { ...rest, ...inner } : item;
}

const textAt = (item: Row, keys: readonly string[]): string | undefined =>
  keys
    .map((key) => Object.entries(item).find(([name]) => foldKey(name) === key)?.[1])
    .find((text): text is string => typeof text === "string" && text.trim() !== "");

const TAG_KEYS: ReadonlySet<string> = new Set(["tags", "tag", "keywords", "labels"]);

/** Adds the name of its group to the row's tags. */
function withGroup(row: unknown, name: string | undefined): unknown {
  if (!isRecord(row) || name === undefined) return row;
  const column = Object.keys(row).find((key) => TAG_KEYS.has(foldKey(key))) ?? "tags";
  const { [column]: given = [] } = row;
  const tags: unknown[] = Array.isArray(given)
    ? given
    : typeof given === "string"
      ? given.split(/[;|,\n]/u)
      : [];
  return { ...row, [column]: [...tags.filter((tag) => tag !== "" && tag !== name), name] };
}

/** True if one list has most of the columns of the other. */
function sharesMostColumns(one: readonly unknown[], other: readonly unknown[]): boolean {
  const [a, b] = [columnsOf(one), columnsOf(other)];
  const common = a.filter((column) => b.includes(column));
  return common.length * 2 > Math.min(a.length, b.length);
}

interface NamedList {
  key: string;
  list: unknown[];
}

/** Replaces ids that refer to another list with names: `categoryId: 1` becomes "Chat". */
function replaceIdsWithNames(rows: unknown[], value: Row, own: readonly unknown[]): unknown[] {
  const others = Object.entries(value)
    .filter(([, list]) => list !== own)
    .map(([key, list]) => ({ noun: singular(foldKey(key)), names: namesById(list) }))
    .filter(({ names }) => names.size > 0);
  if (others.length === 0) return rows;
  return rows.map((row) => {
    if (!isRecord(row)) return row;
    const found = Object.entries(row).flatMap(([column, id]) => {
      const noun = singular(foldKey(column).replace(/ids?$/u, ""));
      const names = others.find((other) => other.noun === noun)?.names;
      const ids: unknown[] = Array.isArray(id) ? id : [id];
      const texts = ids.flatMap((one) => names?.get(String(one)) ?? []);
      return texts.map((text) => ({ noun, text }));
    });
    const isGroup = (noun: string) => GROUP_KEYS.some((group) => singular(group) === noun);
    return found.reduce<unknown>(
      (named, { noun, text }) =>
        isGroup(noun) ? withGroup(named, text) : Object.assign({ [noun]: text }, named),
      row,
    );
  });
}

const singular = (noun: string): string => noun.replace(/ies$/u, "y").replace(/s$/u, "");

/** Returns the names in a list of objects, or in an object keyed by id. */
function namesById(list: unknown): Map<string, string> {
  const items: [unknown, unknown][] = Array.isArray(list)
    ? list.map((item: unknown) => [isRecord(item) ? (item["id"] ?? item["_id"]) : undefined, item])
    : isRecord(list)
      ? Object.entries(list)
      : [];
  return new Map(
    items.flatMap(([id, item]): [string, string][] => {
      const name = isRecord(item) ? textAt(item, ["name", "title", "label"]) : item;
      return typeof name !== "string" || (typeof id !== "string" && typeof id !== "number")
        ? []
        : [[String(id), name]];
    }),
  );
}
