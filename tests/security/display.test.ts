import { expect, test } from "vitest";

import { HOSTILE_TEXTS } from "#tests/support/hostile-texts.ts";
import { signedUp } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

test("X1: texts are returned as typed", async () => {
  const { origin } = await testServer();
  const ada = await signedUp(origin, "ada");
  const notes = HOSTILE_TEXTS.join("\n");
  const { body } = await ada.call("POST", "/api/ai-tools", { name: "Orca", notes });
  expect(body.notes).toBe(notes);
});

const SCRIPTS = [
  "javascript:alert(1)",
  " javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "java\nscript:alert(1)",
  "\u0000javascript:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox",
  "blob:https://a.example/1",
  "file:///etc/passwd",
];

test.each(SCRIPTS)("X2: no address field accepts %j", async (address) => {
  const { origin } = await testServer();
  const ada = await signedUp(origin, "ada");
  const bodies: [string, object][] = [
    ["/api/ai-tools", { name: "x", url: address }],
    ["/api/ai-tools", { name: "x", logoUrl: address }],
    ["/api/ai-tools", { name: "x", releaseNotes: [{ date: "2026", url: address }] }],
    ["/api/prompts", { name: "x", prompt: "x", exampleImageUrl: address }],
    ["/api/readings", { title: "x", author: "x", imageUrl: address }],
  ];
  for (const [path, body] of bodies) {
    const reply = await ada.call("POST", path, body);
    expect([path, reply.status, reply.body.message]).toEqual([
      path,
      400,
      expect.stringMatching(/^Please enter a valid URL/u),
    ]);
  }
});

test.each([
  "//evil.example/x.png",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example/x.png",
  "/../etc/passwd",
  "/logos/%2E%2e/x.png",
])("X3: no image field accepts %j as a path on this server", async (address) => {
  const { origin } = await testServer();
  const ada = await signedUp(origin, "ada");
  for (const [path, body] of [
    ["/api/ai-tools", { name: "x", logoUrl: address }],
    ["/api/prompts", { name: "x", prompt: "x", exampleImageUrl: address }],
    ["/api/readings", { title: "x", author: "x", imageUrl: address }],
  ] as const) {
    const reply = await ada.call("POST", path, body);
    expect([reply.status, reply.body.message]).toEqual([400, "Please enter a valid URL or file path"]);
  }
});

const ECHO = "<svg onload=alert(1)>";

test.each([
  ["GET", `/api/${encodeURIComponent(ECHO)}`, undefined],
  ["GET", `/trpc/${encodeURIComponent(ECHO)}`, undefined],
  ["GET", `/api/ai-tools/${encodeURIComponent(ECHO)}`, undefined],
  ["GET", `/api/ai-tools?cursor=${encodeURIComponent(ECHO)}`, undefined],
  ["GET", `/public-objects/logos/${encodeURIComponent(ECHO)}`, undefined],
  ["GET", `/pictures?url=${encodeURIComponent(ECHO)}`, undefined],
  ["POST", "/api/ai-tools", `{"name": ${ECHO}`],
  ["POST", "/api/ai-tools", JSON.stringify({ name: [ECHO], [ECHO]: 1 })],
  ["POST", "/api/login", JSON.stringify({ username: ECHO, password: ECHO })],
  ["PATCH", "/api/ai-tools", "{}"],
])("X7: an error is JSON and not a page: %s %s", async (method, path, body) => {
  const { origin } = await testServer();
  const ada = await signedUp(origin, "ada");
  const response = await fetch(origin + path, {
    method,
    headers: { cookie: ada.cookie(), "content-type": "application/json" },
    ...(body !== undefined && { body }),
  });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.headers.get("content-type")).toMatch(/^application\/json(?:; charset=utf-8)?$/u);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await response.json()).toBeInstanceOf(Object);
});
