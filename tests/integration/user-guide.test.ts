import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const textOf = (file: string) => readFileSync(join(root, file), "utf8");

test("the screen texts in the user guide exist in the client", () => {
  const [, ...parts] = textOf("docs/user.md").split("## Begin");
  const labels = [...parts.join("").matchAll(/\*\*(.+?)\*\*/gu)].map(([, label = ""]) => label);
  expect(labels.length).toBeGreaterThan(40);
  const sources = globSync("src/{client,shared}/**/*.{ts,tsx}", { cwd: root }).filter(
    (file) => !file.includes(".test."),
  );
  const client = sources.map(textOf).join("\n");
  const lines = client.split("\n").map((line) => line.trim());
  // True for a separate text: in quotes, between tags, or at the beginning of a line.
  const isThere = (label: string) =>
    [`"${label}"`, `>${label}<`].some((text) => client.includes(text)) ||
    lines.some((line) => line === label || line.startsWith(`${label} {`));
  expect([...new Set(labels)].filter((label) => !isThere(label))).toEqual([]);
});
