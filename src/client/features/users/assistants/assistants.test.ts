import { expect, test } from "vitest";

import { ASSISTANTS } from "./assistants.ts";

const connection = { origin: "https://stack.example.org", token: "slt_secret" };

const textsOf = (name: string) =>
  ASSISTANTS.find((assistant) => assistant.name === name)
    ?.steps(connection)
    .map(({ text }) => text);

test("connects Claude Code with one command", () => {
  expect(textsOf("Claude Code")).toEqual([
    'claude mcp add --transport http stackloop https://stack.example.org/mcp --header "Authorization: Bearer slt_secret"',
  ]);
});

test("shows the address and header value in separate fields for Claude", () => {
  expect(textsOf("Claude")).toEqual(["https://stack.example.org/mcp", "Bearer slt_secret"]);
});

test.each([
  ["Cursor", "mcpServers", {}],
  ["VS Code", "servers", { type: "http" }],
])("shows JSON for %s", (name, key, more) => {
  expect(textsOf(name)?.map((text): unknown => JSON.parse(text))).toEqual([
    {
      [key]: {
        stackloop: {
          ...more,
          url: "https://stack.example.org/mcp",
          headers: { Authorization: "Bearer slt_secret" },
        },
      },
    },
  ]);
});

test("shows the address, the header and a test call for other assistants", () => {
  expect(textsOf("Other")).toEqual([
    "https://stack.example.org/mcp",
    "Authorization: Bearer slt_secret",
    'curl -H "Authorization: Bearer slt_secret" https://stack.example.org/api/user',
  ]);
});
