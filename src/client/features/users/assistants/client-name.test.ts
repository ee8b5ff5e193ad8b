import { expect, test } from "vitest";

import { clientName } from "#client/features/users/account/device-name.ts";

test.each([
  ["claude-code/2.1.4 (cli)", "Claude Code"],
  ["Claude Code", "Claude Code"],
  ["Claude-User", "Claude"],
  ["claude-ai/0.1.0", "Claude"],
  ["Cursor/3.2.1 (darwin arm64)", "Cursor"],
  ["cursor-vscode", "Cursor"],
  ["Visual Studio Code/1.120.0", "VS Code"],
  ["openai-mcp/1.0.0", "ChatGPT"],
  ["curl/8.5.0", "curl"],
  ["python-requests/2.32", "python-requests"],
  ["Nightly report (cron)", "Nightly report"],
  ["node", "node"],
  ["/odd", "/odd"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  ["Claudette/1.0", "Claudette"],
  ["  ", null],
  [null, null],
])("names %s as %s", (lastClient, name) => {
  expect(clientName(lastClient)).toBe(name);
});
