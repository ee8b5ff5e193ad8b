import { z } from "zod";

const DATE = /^\d{4}-\d\d-\d\d$/u;
const TIME =
  /^(?<date>\d{4}-\d\d-\d\d)[T ](?<time>\d\d:\d\d)(?<seconds>:\d\d(?:\.\d+)?)?(?<zone>Z|[+-]\d\d:\d\d)?$/iu;

/** A date as its first moment, and a time with seconds and a zone, UTC unless given; anything else as it is. */
function completeTime(input: unknown): unknown {
  if (typeof input !== "string") return input;
  const text = input.trim();
  if (DATE.test(text)) return `${text}T00:00:00Z`;
  const { date, time, seconds = ":00", zone = "Z" } = TIME.exec(text)?.groups ?? {};
  return date === undefined ? text : `${date}T${time}${seconds}${zone.toUpperCase()}`;
}

/** With an offset a time can be in the year 10000 or -1, which is written in other ways. */
const isInPlainYear = (time: string): boolean => /^\d{4}-/u.test(new Date(time).toISOString());

/** A moment, as a date or a time; read as a time in UTC. */
export const momentSchema = z.preprocess(
  completeTime,
  z.iso
    .datetime({
      offset: true,
      abort: true,
      error: "Give a date such as 2026-11-21 or a time such as 2026-11-21T10:00:00Z",
    })
    .refine(isInPlainYear, "Give a time in a year from 0000 to 9999"),
);
