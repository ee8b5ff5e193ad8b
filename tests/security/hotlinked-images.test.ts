import { expect, onTestFinished, test } from "vitest";

import { addTool } from "#server/features/tools/tools.service.ts";
import { pictureSrc } from "#shared/pictures/brand-logos.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { pngImage } from "#tests/support/images.ts";
import { buildPerson } from "#tests/support/people.ts";
import { startUpstreams } from "#tests/support/stub-upstreams.ts";
import { testServer } from "#tests/support/test-app.ts";

test("H7: the policy of every page lets browsers load pictures only from this server", async () => {
  const { origin } = await testServer();
  const { headers } = await fetch(`${origin}/healthz`);
  expect(headers.get("content-security-policy")?.split(";")).toContain("img-src 'self'");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
});

test("H7: this server requests pictures from other sites, and reveals nothing about the viewer", async () => {
  const upstreams = await startUpstreams({ site: { "/logo.png": pngImage() } });
  onTestFinished(() => upstreams.close());
  const { app, origin } = await testServer(upstreams.environment);
  const { user, cookie } = await buildPerson(app, "ada");
  const logoUrl = `${upstreams.site.origin}/logo.png`;
  await addTool(app, user, newToolSchema.parse({ name: "Claude", logoUrl }));

  const headers = { cookie, referer: `${origin}/dashboard`, "user-agent": "Ada's browser" };
  const reply = await fetch(origin + pictureSrc(logoUrl), { headers });

  expect(reply.status).toBe(200);
  expect(upstreams.site.hits.map(({ headers: sent }) => Object.keys(sent).toSorted())).toEqual([
    ["accept", "accept-encoding", "connection", "host", "user-agent"],
  ]);
  expect(upstreams.site.hits[0]?.headers["user-agent"]).toMatch(/^StackLoop\//u);
});
