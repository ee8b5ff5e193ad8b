import type { z } from "zod";

import { SourceError } from "./source-error.ts";

/** Parses a source's JSON reply and validates it. */
export function readJson<Shape extends z.ZodType>(
  bytes: Uint8Array,
  shape: Shape,
  source: string,
): z.output<Shape> {
  const parsed = shape.safeParse(parse(new TextDecoder().decode(bytes)));
  if (!parsed.success) throw new SourceError(`${source} returned an unreadable response`);
  return parsed.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
