import { z } from "zod";

const DATE = /^\d{4}-\d\d-\d\d$/u;
const TIME =
  /^(?<date>\d{4}-\d\d-\d\d)[T ](?<time>\d\d:\d\d)(?<seconds>:\d\d(?:\.\d+)?)?(?<zone>Z|[+-]\d\d:\d\d)?$/iu;

/** Completes a date to its start, and a time to seconds and a zone (default UTC). Returns other input unchanged. */
function completeTime(input: unknown): unknown {
  if (typeof input !== "string") return input;
  const text = input.trim();
  if (DATE.test(text)) return `${text}T00:00:00Z`;
  const { date, time, seconds = ":00", zone = "Z" } = TIME.exec(text)?.groups ?? {};
  return date === undefined ? text : `${date}T${time}${seconds}${zone.toUpperCase()}`;
}

/** True for years of four digits. An offset can shift a time to the year 10000 or -1, which have other formats. */
const isInPlainYear = (time: string): boolean => /^\d{4}-/u.test(new Date(time).toISOString());

/** Date or time, converted to a time in UTC. */
export const momentSchema = z.preprocess(
  completeTime,
  z.iso
    .datetime({
      offset: true,
      abort: true,
      error: "Enter a date such as 2026-11-21 or a time such as 2026-11-21T10:00:00Z",
    })
    .refine(isInPlainYear, "Enter a time in a year from 0000 to 9999"),
);
