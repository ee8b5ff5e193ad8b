import type { App } from "#server/app.ts";
import { archiveHost, arxivCategories } from "#server/outside/papers/arxiv.ts";
import type { WorkspaceSettings } from "#shared/accounts/workspace.ts";

import { describeSchedule } from "./schedule.ts";

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
