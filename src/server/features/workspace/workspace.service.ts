import cronstrue from "cronstrue";

import type { App } from "#server/app.ts";
import { archiveHost, arxivCategories } from "#server/outside/papers/arxiv.ts";
import type { Schedule, WorkspaceSettings } from "#shared/accounts/workspace.ts";

/** Describes a Croner pattern for people. Null means switched off. */
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
    // Croner validates patterns, and accepts some that can't be described.
    return "On a schedule";
  }
}

/**
 * Shortens "At 30 minutes past the hour, every 6 hours" to "every 6 hours". Lowercases "At 02:00 AM, only on Monday"
 * to "at 2:00 AM, only on Monday".
 */
function inASentence(description: string): string {
  const short = description
    .replace(/^(?:On the hour|At \d+ minutes? past the hour), (?=every \d+ hours$)/u, "")
    .replaceAll(/\b0(?=\d:\d\d)/gu, "");
  return short.charAt(0).toLowerCase() + short.slice(1);
}

/** Returns the operator's settings that affect every user's screens. */
export function workspaceSettings({ config, integrations }: App): WorkspaceSettings {
  const [category = "", ...otherCategories] = arxivCategories(config);
  return {
    nightly: describeSchedule(config.nightlyCron),
    news: describeSchedule(config.newsCron),
    timezone: config.scheduleTimezone,
    hasModel: integrations.answers !== null,
    papers: { host: archiveHost(config.arxivApiUrl), category, otherCategories },
    prompts: { maxLength: config.promptMaxLength },
  };
}
