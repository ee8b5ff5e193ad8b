import type { App } from "#server/app.ts";
import { archiveHost } from "#server/outside/papers/arxiv.ts";
import type { WorkspaceSettings } from "#shared/accounts/workspace.ts";

import { describeSchedule } from "./schedule.ts";

/** What the operator has configured and everybody's screens depend on. */
export function workspaceSettings({ config, integrations }: App): WorkspaceSettings {
  return {
    nightly: describeSchedule(config.nightlyCron),
    news: describeSchedule(config.newsCron),
    timezone: config.scheduleTimezone,
    hasModel: integrations.answers !== null,
    papers: { host: archiveHost(config.arxivApiUrl), category: config.arxivCategory },
    prompts: { maxLength: config.promptMaxLength },
  };
}
