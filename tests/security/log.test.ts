import { expect, test, vi } from "vitest";

import { program } from "#tests/support/program.ts";
import { restClient, signedUp } from "#tests/support/rest-client.ts";
import { startUpstreams, STUB_KEY } from "#tests/support/stub-upstreams.ts";
import { errorReply } from "#tests/support/upstreams/perplexity-upstream.ts";

interface Line {
  level: number;
  msg: string;
  requestId?: string;
  status?: number;
  path?: string;
}

test("H5: each event is a JSON line in production with its request's id, without secrets", async () => {
  const upstreams = await startUpstreams({ model: () => ({ text: "" }) });
  const { perplexity } = upstreams;
  // Providers quote keys, completely or in part.
  perplexity?.answerAlways(
    errorReply(401, "invalid_api_key", `The key ${STUB_KEY} is wrong; so is ${STUB_KEY.slice(0, 12)}****`),
  );
  const server = await program().serve({
    ...upstreams.environment,
    LOG_LEVEL: "trace",
    NODE_ENV: "production",
  });
  try {
    const ada = await signedUp(server.origin, "ada", "a-very-secret-word");
    await restClient(server.origin).call("POST", "/api/login", { username: "ada", password: "a-wrong-word" });
    await restClient(server.origin).call("POST", "/api/login", "a-word-in-no-field");
    const change = { currentPassword: "a-mistaken-word", newPassword: "a-newer-word" };
    await ada.call("POST", "/api/user/password", change);
    const { body: link } = await ada.call("POST", "/api/logos/upload", { fileExtension: "png" });
    await ada.call("GET", "/api/ai-tools?cursor=a-word-in-the-address");
    const failed = await ada.call("POST", "/api/autofill", { toolName: "Orca", fieldType: "company" });
    expect([failed.status, perplexity?.hits.length]).toEqual([502, 1]);
    const id = failed.headers.get("x-request-id");
    await vi.waitFor(() => {
      expect(server.output()).toContain(`"requestId":"${id}"`);
    });

    const log = server
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"));
    const lines = log.map((line): Line => JSON.parse(line));
    const requests = lines.filter(({ msg }) => msg === "request");
    expect(requests.length).toBe(7);
    expect(requests.every(({ requestId }) => /^[\da-f-]{36}$/u.test(requestId ?? ""))).toBe(true);
    expect(requests.find(({ requestId }) => requestId === id)).toMatchObject({
      path: "/api/autofill",
      status: 502,
      level: 50,
    });
    expect(lines.map(({ msg }) => msg)).toContain("the AI provider failed");

    const text = log.join("\n");
    const cookie = ada.session();
    const signature = new URL(link.uploadURL).searchParams.get("signature") ?? "";
    const secrets = [cookie, signature, STUB_KEY, STUB_KEY.slice(0, 12)];
    for (const secret of secrets) {
      expect(secret).not.toBe("");
      expect(text).not.toContain(secret);
    }
    expect(text).not.toMatch(/-word|\$argon2/u);
    expect(text).toContain("[key]");
  } finally {
    await server.stop("SIGKILL");
    await upstreams.close();
  }
});
