import { z } from "zod";

const WHOLE_NUMBER = /^-?\d{1,16}$/u;

/** A whole number written in decimal digits as a number; anything else as it is. */
export const readWholeNumber = (input: unknown): unknown =>
  typeof input === "string" && WHOLE_NUMBER.test(input) ? Number(input) : input;

/**
 * A whole number, as such or in decimal digits as addresses carry it. Refuses what `Number` would take for one: true,
 * [5], "0x10", "1e2" and blanks.
 */
export const wholeNumber = <Schema extends z.ZodType<number>>(schema: Schema) =>
  z.preprocess(readWholeNumber, schema);
