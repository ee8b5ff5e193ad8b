import cronstrue from "cronstrue";

import type { Schedule } from "#shared/accounts/workspace.ts";

/** What a Croner pattern means to a reader; null is switched off. */
export function describeSchedule(pattern: string | null): Schedule {
  if (pattern === null) return { kind: "off" };
  const [, hour, minute] = /^At (\d\d):(\d\d)$/u.exec(toWords(pattern, true)) ?? [];
  return hour === undefined || minute === undefined
    ? { kind: "other", words: inASentence(toWords(pattern, false)) }
    : { kind: "daily", hour: Number(hour), minute: Number(minute) };
}

function toWords(pattern: string, use24HourTimeFormat: boolean): string {
  try {
    return cronstrue.toString(pattern, { use24HourTimeFormat });
  } catch {
    // Croner is the judge of patterns, and knows some that are not described.
    return "On a schedule";
  }
}

/** "At 30 minutes past the hour, every 6 hours" is "every 6 hours", "At 02:00 AM, only on Monday" is "at 2:00 AM, only on Monday". */
function inASentence(description: string): string {
  const short = description
    .replace(/^(?:On the hour|At \d+ minutes? past the hour), (?=every \d+ hours$)/u, "")
    .replaceAll(/\b0(?=\d:\d\d)/gu, "");
  return short.charAt(0).toLowerCase() + short.slice(1);
}
