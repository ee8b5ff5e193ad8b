import express from "express";
import { expect, test } from "vitest";

import { setSkill } from "#server/features/assistants/assistants.service.ts";
import { addPrompt } from "#server/features/prompts/prompts.service.ts";
import { mcpRouter } from "#server/web/mcp/mcp.ts";
import { refuseOtherSites } from "#server/web/server/browser-security.ts";
import { refuseOtherHosts } from "#server/web/server/own-host.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { tokenOf } from "#tests/support/assistant-client.ts";
import { serveFixtures } from "#tests/support/conformance-fixtures.ts";
import { runConformance } from "#tests/support/conformance.ts";
import { listening } from "#tests/support/listening.ts";
import { buildPerson, type Person } from "#tests/support/people.ts";
import { testApp, type TestApp } from "#tests/support/test-app.ts";
import { thoroughUnless } from "#tests/support/thorough.ts";

/** Names that the suite requests and the library can contain. */
const PROMPTS = {
  test_simple_prompt: "This is a simple prompt for testing.",
  test_prompt_with_arguments: "Prompt with arguments: arg1='{{arg1}}', arg2='{{arg2}}'",
};

const ASKS_THE_CLIENT =
  "of 2025: the client's answer is a request of its own, which needs a session to find who asked";
const LOG_LEVEL = "of 2025: a level that is set holds for a session; StackLoop sends no log messages";
const SUBSCRIPTIONS = "of 2025: what is subscribed to holds for a session";

/**
 * Checks that don't apply to a server without sessions (see
 * docs/decisions/0051-authenticate-assistants-by-token-and-define-their-tools-in-one-table.md), by the suite's
 * scenario and check, with the reason. Fails if one of them passes.
 */
const NOT_APPLICABLE: Record<string, Record<string, string>> = {
  "2026-07-28": {},
  "2025-11-25": {
    "tools-call-sampling:tools-call-sampling": ASKS_THE_CLIENT,
    "tools-call-elicitation:tools-call-elicitation": ASKS_THE_CLIENT,
    "elicitation-sep1034-defaults:elicitation-sep1034-general": ASKS_THE_CLIENT,
    "elicitation-sep1330-enums:elicitation-sep1330-general": ASKS_THE_CLIENT,
    "logging-set-level:logging-set-level": LOG_LEVEL,
    "tools-call-with-logging:tools-call-with-logging": LOG_LEVEL,
    "resources-subscribe:resources-subscribe": SUBSCRIPTIONS,
    "resources-unsubscribe:resources-unsubscribe": SUBSCRIPTIONS,
    "server-sse-multiple-streams:server-sse-multiple-streams-session": "of 2025: tried with a session only",
  },
};

/**
 * The number of scenarios that a revision requires of servers, and of those that the suite runs without counting.
 */
const REQUIRED = { "2026-07-28": 37, "2025-11-25": 30 } as const;
const NOT_COUNTED =
  /^(?:tasks-|json-schema-2020-12$|http-custom-header-server|http-header-validation$|server-session-|server-sse-polling$)/u;

for (const revision of ["2026-07-28", "2025-11-25"] as const)
  test(
    `passes every applicable scenario of the official conformance suite for ${revision}`,
    { timeout: 120_000, ...thoroughUnless(revision === "2026-07-28") },
    async () => {
      const app = await testApp();
      const ada = await buildPerson(app, "ada");
      await fillLibrary(app, ada);
      const { token } = await tokenOf(app, ada, "write");
      const server = express();
      server.use((request, _response, next) => {
        // The suite can send no custom header.
        request.headers.authorization = `Bearer ${token}`;
        next();
      });
      server.use(refuseOtherHosts(app), refuseOtherSites(app), mcpRouter(app, serveFixtures));
      const { port } = new URL(`http://${await listening(server)}`);

      const notApplicable = NOT_APPLICABLE[revision] ?? {};
      const { exitCode, verdict, scenarios } = await runConformance(
        `http://localhost:${port}/mcp`,
        revision,
        Object.keys(notApplicable),
      );
      const scored = scenarios.filter(({ name }) => !NOT_COUNTED.test(name));
      console.table(
        scored.map(({ name, checks }) => ({
          scenario: name,
          passed: checks.filter(({ status }) => status === "SUCCESS").length,
          "not passed": checks.filter(({ status }) => status === "FAILURE" || status === "WARNING").length,
          "not applicable": Object.keys(notApplicable)
            .filter((key) => key.startsWith(`${name}:`))
            .map((key) => notApplicable[key])
            .join(),
        })),
      );
      expect(scored).toHaveLength(REQUIRED[revision]);
      expect({ exitCode, verdict }).toEqual({
        exitCode: 0,
        verdict: expect.stringContaining("Baseline check passed"),
      });
    },
  );

/** Prompts with the suite's names, and a skill, which is listed as a resource. */
async function fillLibrary(app: TestApp, { user }: Person): Promise<void> {
  for (const [slug, prompt] of Object.entries(PROMPTS)) {
    const { id } = await addPrompt(app, user, newPromptSchema.parse({ name: slug, prompt }));
    await app.db.updateTable("prompt_names").set({ slug }).where("promptId", "=", id).execute();
  }
  const skill = await addPrompt(app, user, newPromptSchema.parse({ name: "Skill", prompt: "Do it" }));
  await setSkill(app, { ...user, role: "admin" }, { id: skill.id, isSkill: true });
}
