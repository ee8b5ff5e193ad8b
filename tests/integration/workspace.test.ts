import { expect, test } from "vitest";

import type { WorkspaceSettings } from "#shared/accounts/workspace.ts";
import { signedUp } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

async function settingsWith(environment: Record<string, string>): Promise<WorkspaceSettings> {
  const { origin } = await testServer(environment);
  const ada = await signedUp(origin, "ada");
  const { status, body } = await ada.call("GET", "/trpc/workspace.settings");
  expect(status).toBe(200);
  return body.result.data;
}

test("every signed-in person gets the defaults", async () => {
  expect(await settingsWith({})).toMatchObject({
    nightly: { kind: "daily", hour: 2, minute: 0 },
    news: { kind: "other", words: "every 6 hours" },
    timezone: null,
    hasModel: false,
    papers: { host: "arxiv.org", category: "cs.AI", otherCategories: [] },
    prompts: { maxLength: 5000 },
  });
});

test("every signed-in person gets the configured values", async () => {
  const environment = {
    NIGHTLY_CRON: "30 4 * * *",
    NEWS_CRON: "",
    SCHEDULE_TIMEZONE: "Europe/Berlin",
    ARXIV_CATEGORIES: "math.OC, cs.LG,stat.ML,cs.LG",
    AI_BASE_URL: "http://localhost:11434/v1",
    AI_MODEL: "llama3.3",
    OUTBOUND_ALLOW: "localhost:11434",
    ARXIV_API_URL: "https://api.papers.example/query",
    PROMPT_MAX_LENGTH: "20000",
  };
  expect(await settingsWith(environment)).toMatchObject({
    nightly: { kind: "daily", hour: 4, minute: 30 },
    news: { kind: "off" },
    timezone: "Europe/Berlin",
    hasModel: true,
    papers: { host: "papers.example", category: "math.OC", otherCategories: ["cs.LG", "stat.ML"] },
    prompts: { maxLength: 20_000 },
  });
});

test.each([
  "http://localhost:8080/query",
  "http://[::1]/query",
  "http://10.0.0.7/query",
  "http://cache/query",
])("%s is not a name for users: the screen shows arXiv", async (url) => {
  expect((await settingsWith({ ARXIV_API_URL: url })).papers.host).toBe("arxiv.org");
});
