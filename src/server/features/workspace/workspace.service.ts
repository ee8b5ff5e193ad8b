import cronstrue from "cronstrue";

import type { App } from "#server/app.ts";
import { archiveHost, arxivCategories } from "#server/outside/papers/arxiv.ts";
import type { Schedule, WorkspaceSettings } from "#shared/accounts/workspace.ts";

/** Describes a Croner pattern for people. A null pattern means switched off. */
export function describeSchedule(pattern: string | null): Schedule {
  if (pattern === null) return { kind: "off" };
  const [, hour, minute] = /^At (\d\d):(\d\d)$/u.exec(describePattern(pattern, true)) ?? [];
  return hour === undefined || minute === undefined
    ? { kind: "other", words: toClause(describePattern(pattern, false)) }
    : { kind: "daily", hour: Number(hour), minute: Number(minute) };
}

function describePattern(pattern: string, use24HourTimeFormat: boolean): string {
  try {
    return cronstrue.toString(pattern, { use24HourTimeFormat });
  } catch {
    // Croner accepts some patterns that can't be described.
    return "On a schedule";
  }
}

/**
 * Converts a description for use within a sentence: "At 30 minutes past the hour, every 6 hours" becomes "every 6
 * hours", "At 02:00 AM, only on Monday" becomes "at 2:00 AM, only on Monday".
 */
function toClause(description: string): string {
  const clause = description
    .replace(/^(?:On the hour|At \d+ minutes? past the hour), (?=every \d+ hours$)/u, "")
    .replaceAll(/\b0(?=\d:\d\d)/gu, "");
  return clause.charAt(0).toLowerCase() + clause.slice(1);
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
