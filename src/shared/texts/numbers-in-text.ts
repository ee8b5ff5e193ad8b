import { z } from "zod";

const WHOLE_NUMBER = /^-?\d{1,16}$/u;

/** Converts decimal digits to a whole number. Returns other input unchanged. */
export const readWholeNumber = (input: unknown): unknown =>
  typeof input === "string" && WHOLE_NUMBER.test(input) ? Number(input) : input;

/**
 * Schema of a whole number, as a number or in decimal digits. Rejects other input that `Number` accepts: true, [5],
 * "0x10", "1e2" and blanks.
 */
export const wholeNumber = <Schema extends z.ZodType<number>>(schema: Schema) =>
  z.preprocess(readWholeNumber, schema);
