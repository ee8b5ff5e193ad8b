/** The repeated part of a document; `#` is a number that differs each time, and a pair is nested. */
export type Production = string | readonly [open: string, close: string];

/** A small valid document with a part that is repeated. */
export interface Grammar {
  /** The parser that reads it. */
  kind: string;
  before: string;
  after: string;
  productions: readonly Production[];
}

/** How a production is repeated, and whether the document ends properly. */
export type Shape = "repeated" | "cut off" | "alternating";
export const SHAPES: readonly Shape[] = ["repeated", "cut off", "alternating"];

/** A document of one grammar with a given length. */
export interface InflatedDocument {
  kind: string;
  what: string;
  of(characters: number): string;
}

/** Every production of a grammar in every shape; it alternates with the next one. */
export const inflateGrammar = (grammar: Grammar): InflatedDocument[] =>
  grammar.productions.flatMap((production, index) => {
    const next = grammar.productions[(index + 1) % grammar.productions.length] ?? "";
    return SHAPES.map((shape) => ({
      kind: grammar.kind,
      what: `${shape}: ${describe(production)}${shape === "alternating" ? ` and ${describe(next)}` : ""} in ${grammar.before.slice(0, 60)}`,
      of: (characters) => write(grammar, { production, next, shape }, characters),
    }));
  });

const describe = (production: Production): string =>
  JSON.stringify(typeof production === "string" ? production : production.join("…"));

interface Plan {
  production: Production;
  next: Production;
  shape: Shape;
}

function write({ before, after }: Grammar, { production, next, shape }: Plan, characters: number): string {
  const room = Math.max(0, characters - before.length - after.length);
  if (shape === "alternating") {
    const half = Math.floor(room / 2);
    const count = Math.floor(half / Math.max(lengthOf(production), lengthOf(next)));
    const pieces = Array.from({ length: count }, (_, index) => once(production, index) + once(next, index));
    return before + pieces.join("") + after;
  }
  const blown = repeated(production, room);
  return shape === "cut off"
    ? before + blown.slice(0, Math.ceil(blown.length * 0.6))
    : before + blown + after;
}

const lengthOf = (production: Production): number => once(production, 1_000_000).length;

const once = (production: Production, index: number): string =>
  (typeof production === "string" ? production : production.join("")).replaceAll("#", String(index));

function repeated(production: Production, room: number): string {
  if (typeof production !== "string") {
    const [open, close] = production;
    const count = Math.floor(room / (open.length + close.length));
    return open.repeat(count) + close.repeat(count);
  }
  if (!production.includes("#")) return production.repeat(Math.floor(room / production.length));
  const pieces: string[] = [];
  for (let length = 0, index = 0; length < room; index += 1) {
    const piece = once(production, index);
    pieces.push(piece);
    length += piece.length;
  }
  return pieces.join("").slice(0, room);
}
