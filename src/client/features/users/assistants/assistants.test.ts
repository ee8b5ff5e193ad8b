import { expect, test } from "vitest";

import { ASSISTANTS } from "./assistants.ts";

const connection = { origin: "https://stack.example.org", token: "slt_secret" };

const textsOf = (name: string) =>
  ASSISTANTS.find((assistant) => assistant.name === name)
    ?.steps(connection)
    .map(({ text }) => text);

test("Claude Code is connected by one command", () => {
  expect(textsOf("Claude Code")).toEqual([
    'claude mcp add --transport http stackloop https://stack.example.org/mcp --header "Authorization: Bearer slt_secret"',
  ]);
});

test("Claude takes the address and the header's value in fields of their own", () => {
  expect(textsOf("Claude")).toEqual(["https://stack.example.org/mcp", "Bearer slt_secret"]);
});

test.each([
  ["Cursor", "mcpServers", {}],
  ["VS Code", "servers", { type: "http" }],
])("%s reads JSON", (name, key, more) => {
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

test("whatever else there is gets the address, the header and a call to try", () => {
  expect(textsOf("Other")).toEqual([
    "https://stack.example.org/mcp",
    "Authorization: Bearer slt_secret",
    'curl -H "Authorization: Bearer slt_secret" https://stack.example.org/api/user',
  ]);
});
