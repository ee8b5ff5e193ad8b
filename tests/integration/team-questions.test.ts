import type { Client } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";

import { fillDemo } from "#server/commands/demo/fill-demo.ts";
import { createToken } from "#server/features/users/tokens.service.ts";
import { getUserByName } from "#server/features/users/users.service.ts";
import { newTokenSchema } from "#shared/accounts/tokens.ts";
import { assistantClient } from "#tests/support/assistant-client.ts";
import { createOnce } from "#tests/support/cleanup.ts";
import { testServer } from "#tests/support/test-app.ts";

/** A server with the demo's content, and a token of its administrator. */
const demo = createOnce(async () => {
  const { app, origin } = await testServer();
  await fillDemo(app);
  const user = await getUserByName(app, "demo");
  const { token } = await createToken(app, user, newTokenSchema.parse({ name: "Assistant", scope: "read" }));
  return { origin, token };
}, 60_000);

type Call = readonly [tool: string, input: Record<string, string>];
const ask = (question: string): Call => ["ask", { question }];

/** Each question of a team, with the calls of an assistant and what the replies contain. */
const QUESTIONS: readonly (readonly [
  question: string,
  calls: readonly Call[],
  answers: readonly string[],
])[] = [
  [
    "Which tools have we adopted?",
    [ask("Which tools have we adopted?")],
    ["3 tools are in Adopt.", "Claude", "DeepL Translator", "GitHub Copilot"],
  ],
  [
    "Why is Midjourney on Hold?",
    [ask("Why is Midjourney on Hold?")],
    ["Hold", "Image rights are still unclear."],
  ],
  [
    "Who decided on Claude, and when?",
    [ask("Who decided on Claude, and when?")],
    ["Sam Rivera decided on 2026-11-09: Adopt."],
  ],
  [
    "May I give Claude customer data?",
    [ask("May I give Claude customer data?")],
    ["No. Claude is cleared for internal data at most."],
  ],
  [
    "What moved since last month?",
    [["brief", { from: "2026-10-21", to: "2026-11-21" }]],
    ["Trial → Adopt", "Trial → Hold"],
  ],
  [
    "Which verdicts are overdue?",
    [ask("Which verdicts are overdue?")],
    ["One verdict is past the review date.", "Midjourney", "to be reviewed by 2026-11-16"],
  ],
  [
    "Which is the newest paper that names NotebookLM?",
    [ask("Which is the newest paper that names NotebookLM?")],
    ["Newest: “Do People Read the Sources? A Field Study in Three Offices”."],
  ],
  [
    "What did colleagues say about Attention Is All You Need?",
    [ask("What did colleagues say about Attention Is All You Need?")],
    ["3 comments", "See the footnote in 3.2.1.", "Noor Haddad"],
  ],
  [
    "Which of our prompts works best in Claude?",
    [ask("Which of our prompts works best in Claude?")],
    ["Meeting notes to decisions works best in Claude: ★ 4.5 (2)."],
  ],
  ["What is new since my last visit?", [["whats_new", {}]], ["moved NotebookLM to Trial"]],
  [
    "Which readings on Foundations are still being discussed?",
    [
      ["search", { query: "kind:reading foundations" }],
      ["brief", { from: "2026-11-16", to: "2026-11-21" }],
    ],
    ["Foundations", "Discussions", "Attention Is All You Need"],
  ],
  [
    "Slides of last month, please",
    [["brief", { from: "2026-10-01", to: "2026-10-31" }]],
    ["Decisions", "/brief?from=2026-10-01&to=2026-10-31"],
  ],
];

async function answersOf(client: Client, calls: readonly Call[]): Promise<string> {
  const replies: unknown[] = [];
  for (const [name, input] of calls)
    replies.push((await client.callTool({ name, arguments: input })).structuredContent);
  return JSON.stringify(replies);
}

test.each(QUESTIONS)("an assistant answers in at most two calls: %s", async (_question, calls, answers) => {
  const { origin, token } = demo();
  const found = await answersOf(await assistantClient(origin, token), calls);
  expect(calls.length).toBeLessThanOrEqual(2);
  for (const answer of answers) expect(found).toContain(answer);
});
