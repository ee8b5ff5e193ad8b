import { describe, expect, test } from "vitest";

import { importStarterTools } from "#server/features/imports/import.service.ts";
import { addTool, listTools } from "#server/features/tools/tools.service.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { buildPerson } from "#tests/support/people.ts";
import { unzipFiles } from "#tests/support/read-deck.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { testApp, testServer } from "#tests/support/test-app.ts";

const MARK = "/brand-logos/claude-color.svg";

describe("logos of well-known tools", () => {
  test("are served to everyone, and run nothing", async () => {
    const { origin } = await testServer();
    const response = await fetch(`${origin}${MARK}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/svg+xml");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(response.headers.get("content-security-policy")).toContain("sandbox");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await response.text()).toMatch(/^<svg[^]*<\/svg>$/u);
  });

  test("are not sent again to a browser that has cached them", async () => {
    const { origin } = await testServer();
    const etag = (await fetch(`${origin}${MARK}`)).headers.get("etag") ?? "";
    const again = await fetch(`${origin}${MARK}`, { headers: { "if-none-match": etag } });
    expect(etag).not.toBe("");
    expect(again.status).toBe(304);
  });

  test.each([
    "/brand-logos/no-such-brand.svg",
    "/brand-logos/claude-color.png",
    "/brand-logos/claude-color",
    "/brand-logos/..%2f..%2fpackage.svg",
    "/brand-logos/openai-text.svg",
    "/brand-logos/",
  ])("are the only files served: %s is not found", async (path) => {
    const { origin } = await testServer();
    expect((await fetch(`${origin}${path}`)).status).toBe(404);
  });

  test("come with the tools of the starter catalogue", async () => {
    const app = await testApp();
    const { user } = await buildPerson(app, "ada");
    await importStarterTools(app, user);
    const { items } = await listTools(app, {});
    const logoOf = (name: string) => items.find((tool) => tool.name === name)?.logoUrl;
    expect(logoOf("Claude")).toBe(MARK);
    expect(logoOf("Notion AI")).toBe("/brand-logos/notion.svg");
    expect(logoOf("Abridge")).toBeNull();
  });

  test("are in the slides and the Markdown deck as on screen", async () => {
    const { app, origin } = await testServer();
    const { user, cookie } = await buildPerson(app, "ada");
    await addTool(app, user, newToolSchema.parse({ name: "Claude", logoUrl: MARK }));
    const download = (format: string) =>
      fetch(`${origin}/api/ai-tools/export/${format}`, { headers: { cookie } });
    const files = unzipFiles(await (await download("slides")).arrayBuffer());
    expect([...files.keys()].filter((file) => /^ppt\/media\/.*\.png$/u.test(file))).toHaveLength(1);
    expect(await (await download("markdown")).text()).toMatch(/^\[logo-1\]: <data:image\/png;base64,/mu);
  });

  test("are suggested by auto-fill, without a request to the tool's site", async () => {
    const { app, origin } = await testServer();
    const { cookie } = await buildPerson(app, "ada");
    const fill = async (body: object) => {
      const reply = await restClient(origin).call("POST", "/api/autofill", body, { cookie });
      return reply.body.value;
    };
    expect(await fill({ toolName: "claude", fieldType: "logoUrl" })).toBe(MARK);
    expect(
      await fill({ toolName: "Claude", fieldType: "logoUrl", url: "https://claude.example" }),
    ).toBeUndefined();
  });
});
