import { expect, onTestFinished, test } from "vitest";

import { createStackloopClient } from "#client/api/stackloop-client.ts";
import {
  createToken,
  isTokenShaped,
  generateToken,
  revokeToken,
} from "#server/features/users/tokens.service.ts";
import { getProcedure, procedureNames } from "#server/web/rest/procedures.ts";
import { SCOPE_WORDS } from "#shared/accounts/token-scopes.ts";
import { newTokenSchema } from "#shared/accounts/tokens.ts";
import { buildPerson, PASSWORD, type Person } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { type TestApp, testServer } from "#tests/support/test-app.ts";

const DAY = 86_400_000;

const makeTokenOf = (app: TestApp, { user }: Person, wanted: object = {}) =>
  createToken(app, user, newTokenSchema.parse({ name: "Script", ...wanted }));

/** A server with an admin, and calls with any token or cookie. */
async function world(environment: Record<string, string> = {}) {
  const { app, origin } = await testServer(environment);
  const ada = await buildPerson(app, "ada", "admin");
  const call = (token: string, method: string, path: string, body?: unknown, headers = {}) =>
    restClient(origin).call(method, path, body, { authorization: `Bearer ${token}`, ...headers });
  return { app, origin, ada, call };
}

test("K1: only a hash of a token is stored, and it is shown once", async () => {
  const { app, origin, ada } = await world();
  const client = restClient(origin);
  const { status, body } = await client.call(
    "POST",
    "/api/tokens",
    { name: " Laptop " },
    { cookie: ada.cookie },
  );
  expect(status).toBe(201);
  expect(body).toMatchObject({ name: "Laptop", scope: "read", expiresAt: "2027-02-19T10:00:00.000Z" });
  const { token } = body;
  expect(token).toMatch(/^slt_[0-9A-Za-z]{49}$/u);
  const rows = JSON.stringify(await app.db.selectFrom("api_tokens").selectAll().execute());
  expect(rows).not.toContain(token.slice(8));
  const listed = await client.call("GET", "/api/tokens", undefined, { cookie: ada.cookie });
  expect(listed.body).toMatchObject([{ name: "Laptop", prefix: token.slice(0, 8), lastUsedAt: null }]);
  expect(JSON.stringify(listed.body)).not.toContain(token.slice(8));
  expect(Object.keys(listed.body[0])).not.toContain("hash");
});

test("a token calls REST, tRPC and the typed client as its owner, and records its last use and program", async () => {
  const { app, origin, ada, call } = await world();
  const { token } = await makeTokenOf(app, ada, { scope: "write" });
  const headers = { "user-agent": "a-script/1" };
  expect((await call(token, "GET", "/api/user", undefined, headers)).body.username).toBe("ada");
  expect((await call(token, "POST", "/api/ai-tools", { name: "Whisper" })).status).toBe(201);
  const client = createStackloopClient({ url: origin, token });
  expect((await client.tools.list.query({})).items).toMatchObject([{ name: "Whisper", userId: ada.user.id }]);
  const lastUse = async () => (await client.tokens.list.query({})).items[0];
  await expect.poll(lastUse).toMatchObject({ lastUsedAt: app.now().toISOString(), lastClient: "a-script/1" });
  const noted = (await lastUse())?.lastUsedAt;
  app.advance(4 * 60_000);
  await call(token, "GET", "/api/user");
  expect((await lastUse())?.lastUsedAt).toBe(noted);
  app.advance(60_000);
  await call(token, "GET", "/api/user");
  await expect.poll(async () => (await lastUse())?.lastUsedAt).toBe(app.now().toISOString());
});

test("K2: an expired, a revoked and an unknown token are refused with a remedy", async () => {
  const { app, ada, call } = await world();
  const refusalOf = async (token: string) => {
    const { status, headers, body } = await call(token, "GET", "/api/ai-tools");
    return [status, headers.get("www-authenticate"), body.message];
  };
  const refused = (reason: string) => [
    401,
    'Bearer error="invalid_token"',
    `${reason} Create a new one under Account, Assistants.`,
  ];
  const expiring = await makeTokenOf(app, ada, { expiresInDays: 1 });
  const revoked = await makeTokenOf(app, ada, { expiresInDays: null });
  expect((await call(expiring.token, "GET", "/api/ai-tools")).status).toBe(200);
  app.advance(DAY);
  expect(await refusalOf(expiring.token)).toEqual(refused("This token expired on 22 November."));
  expect((await call(revoked.token, "GET", "/api/ai-tools")).status).toBe(200);
  await revokeToken(app, ada.user, revoked);
  expect(await refusalOf(revoked.token)).toEqual(refused("This token was revoked."));
  expect(await refusalOf(generateToken())).toEqual(refused("This token isn't valid."));
  expect(await refusalOf("slt_short")).toEqual(refused("This token isn't valid."));
});

/** The job updates for an admin's token, read until a text has appeared `times` times, or to the end. */
async function watchJobs(origin: string, token: string) {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const response = await fetch(`${origin}/trpc/jobs.watch`, {
    headers: { authorization: `Bearer ${token}`, accept: "text/event-stream" },
    signal: controller.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let sent = "";
  return async (wanted: string, times = 1) => {
    while (sent.split(wanted).length <= times) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) return `${sent}(ended)`;
      sent += value;
    }
    return sent;
  };
}

test("K2: a token's subscriptions end when it is revoked or expires, and no sooner", async () => {
  const { app, origin, ada } = await world();
  const [expiring, revoked] = [
    await makeTokenOf(app, ada, { expiresInDays: 1 }),
    await makeTokenOf(app, ada, { expiresInDays: null }),
  ];
  const [readExpiring, readRevoked] = [
    await watchJobs(origin, expiring.token),
    await watchJobs(origin, revoked.token),
  ];
  for (const read of [readExpiring, readRevoked]) await read("papers.fetch");
  await revokeToken(app, ada.user, revoked);
  expect(await readRevoked("(ended)")).toMatch(/papers\.fetch.*"httpStatus":401.*\(ended\)$/su);
  app.runChanges.notify();
  expect(await readExpiring("papers.fetch", 2)).not.toContain("(ended)");
  app.advance(DAY);
  // The machine's clock did not move, so only a change of tokens causes a check within a day.
  await makeTokenOf(app, ada);
  expect(await readExpiring("(ended)")).toMatch(/papers\.fetch.*"httpStatus":401.*\(ended\)$/su);
});

test("K2: a token has its owner's current rights", async () => {
  const { app, ada, call } = await world();
  const { token } = await makeTokenOf(app, ada);
  expect((await call(token, "GET", "/api/users")).status).toBe(200);
  await app.db.updateTable("users").set({ role: "user" }).where("id", "=", ada.user.id).execute();
  expect((await call(token, "GET", "/api/users")).status).toBe(403);
});

/** Calls that change nothing, and are mutations only so that their input isn't part of a URL. */
const READING = new Set(["search.ask", "save.plan"]);

const mutations = procedureNames.filter(
  (name) =>
    getProcedure(name).type === "mutation" && getProcedure(name).access !== "public" && !READING.has(name),
);

test("K3: a token of scope read can ask, and nothing but its last use is written", async () => {
  const { app, ada, call } = await world();
  const { token } = await makeTokenOf(app, ada);
  const before = await app.countWrites();
  expect((await call(token, "POST", "/api/ask", { question: "Which whales sing?" })).status).toBe(200);
  await expect
    .poll(async () => (await app.db.selectFrom("api_tokens").select("lastUsedAt").execute())[0]?.lastUsedAt)
    .toBeTruthy();
  expect((await app.countWrites()) - before).toBe(1);
});

test.each(mutations)("K3: a token of scope read can't call %s", async (procedure) => {
  const { app, ada, call } = await world();
  const { token } = await makeTokenOf(app, ada);
  const before = await app.countWrites();
  const reply = await call(token, "POST", `/trpc/${procedure}`, {});
  expect([reply.status, reply.body.error.message]).toEqual([403, "This token may only read."]);
  await expect
    .poll(async () => (await app.db.selectFrom("api_tokens").select("lastUsedAt").execute())[0]?.lastUsedAt)
    .toBeTruthy();
  // Only its last use was written.
  expect((await app.countWrites()) - before).toBe(1);
});

const ADDING = new Set(["tools.add", "papers.add", "prompts.add", "readings.add", "comments.add"]);

test.each(mutations.filter((name) => !ADDING.has(name)))(
  "K3: a token of scope add can't call %s",
  async (procedure) => {
    const { app, ada, call } = await world();
    const { token } = await makeTokenOf(app, ada, { scope: "add" });
    const reply = await call(token, "POST", `/trpc/${procedure}`, {});
    expect([reply.status, reply.body.error.message]).toEqual([403, "This token may only read and add."]);
  },
);

test("K3: a token of scope add adds tools, prompts, readings and comments, and changes nothing", async () => {
  const { app, ada, call } = await world();
  const { token } = await makeTokenOf(app, ada, { scope: "add" });
  const added: [string, string][] = [];
  for (const [path, body] of [
    ["/api/ai-tools", { name: "Whisper" }],
    ["/api/prompts", { name: "Poet", prompt: "Rhyme" }],
    ["/api/readings", { title: "Emma", author: "Jane Austen" }],
  ] as const) {
    const reply = await call(token, "POST", path, body);
    expect([path, reply.status]).toEqual([path, 201]);
    added.push([path, reply.body.id]);
  }
  const reading = added.at(-1)?.[1];
  expect((await call(token, "POST", `/api/readings/${reading}/comments`, { content: "Good" })).status).toBe(
    201,
  );
  for (const [path, id] of added) {
    for (const method of ["PUT", "DELETE"]) {
      const reply = await call(token, method, `${path}/${id}`, method === "PUT" ? { notes: "x" } : undefined);
      expect([reply.status, reply.body.message]).toEqual([403, "This token may only read and add."]);
    }
  }
  const owner = await makeTokenOf(app, ada, { scope: "write" });
  for (const [path, id] of added)
    expect((await call(owner.token, "DELETE", `${path}/${id}`)).status).toBe(204);
});

test("K3: a token of scope read can't upload", async () => {
  const { app, origin, ada, call } = await world();
  const { token } = await makeTokenOf(app, ada);
  const address = await restClient(origin).call(
    "POST",
    "/api/logos/upload",
    { fileExtension: "png" },
    { cookie: ada.cookie },
  );
  const path = address.body.uploadURL.slice(origin.length);
  const reply = await call(token, "PUT", path, undefined, { "content-type": "image/png" });
  expect([reply.status, reply.body.message]).toEqual([403, "This token may only read."]);
});

test("K4: a token can't extend its own access", async () => {
  const { app, ada, call } = await world();
  const bob = await buildPerson(app, "bob");
  const { token } = await makeTokenOf(app, ada, { scope: "write" });
  const attempts: [string, string, object?][] = [
    ["POST", "/api/tokens", { name: "Another" }],
    ["DELETE", "/api/tokens/x"],
    ["POST", "/api/user/password", { currentPassword: PASSWORD, newPassword: "another-one" }],
    ["DELETE", "/api/user/sessions"],
    ["DELETE", "/api/user/sessions/x"],
    ["PATCH", `/api/users/${bob.user.id}`, { role: "admin" }],
    ["POST", `/api/users/${bob.user.id}/reset-link`],
    ["POST", "/api/invites"],
    ["PUT", "/api/assistants/settings", { guidance: "Obey", servedTags: null }],
  ];
  for (const [method, path, body] of attempts) {
    const reply = await call(token, method, path, body);
    expect([path, reply.status, reply.body.message]).toEqual([
      path,
      403,
      "A token can't do this. Sign in with your password.",
    ]);
  }
});

test("K4: the listed calls need a session", () => {
  expect(procedureNames.filter((name) => getProcedure(name).needsSession).toSorted()).toEqual([
    "account.changePassword",
    "account.endOtherSessions",
    "account.endSession",
    "account.linkProvider",
    "account.unlinkProvider",
    "assistants.saveSettings",
    "channels.add",
    "channels.edit",
    "channels.remove",
    "channels.sendBrief",
    "channels.test",
    "follows.create",
    "follows.remove",
    "follows.removeOf",
    "mail.resendConfirmation",
    "mail.save",
    "mail.sendLink",
    "sharedPages.create",
    "sharedPages.revoke",
    "system.checkReleases",
    "tokens.create",
    "tokens.revoke",
    "tokens.revokeOf",
    "users.createInviteLink",
    "users.createResetLink",
    "users.edit",
    "users.remove",
  ]);
});

test("K4: the sentence of the largest scope names everything that needs a session", () => {
  const subjects = new Map([
    ["account", "passwords, email settings, sessions"],
    ["assistants", "the server's settings"],
    ["channels", "channels"],
    ["follows", "feeds"],
    ["mail", "email settings"],
    ["sharedPages", "shared pages"],
    ["system", "the server's settings"],
    ["tokens", "tokens"],
    ["users", "other people's accounts"],
  ]);
  for (const name of procedureNames.filter((one) => getProcedure(one).needsSession)) {
    const [slice = ""] = name.split(".");
    expect(SCOPE_WORDS.write.sentence).toContain(subjects.get(slice) ?? name);
  }
});

test("K5: wrong tokens count as a visitor's calls", async () => {
  const { call } = await world({ RATE_LIMITS: "on" });
  const seen = new Map<number, string | null>();
  for (let tries = 0; tries < 601; tries += 1) {
    const { status, headers } = await call("slt_wrong", "GET", "/api/user");
    seen.set(status, headers.get("www-authenticate"));
  }
  // A client that has to wait learns nothing about the token: programs drop an invalid one.
  expect([...seen]).toEqual([
    [401, 'Bearer error="invalid_token"'],
    [429, null],
  ]);
});

test("K6: the token decides if a cookie is sent too", async () => {
  const { app, ada, call } = await world();
  const { token } = await makeTokenOf(app, ada);
  const bob = await buildPerson(app, "bob");
  const beside = { cookie: bob.cookie };
  expect((await call(token, "GET", "/api/user", undefined, beside)).body.username).toBe("ada");
  expect((await call(token, "POST", "/api/ai-tools", { name: "Whisper" }, beside)).status).toBe(403);
  expect((await call("slt_wrong", "GET", "/api/user", undefined, beside)).status).toBe(401);
  expect((await call("slt_wrong", "GET", "/api/ai-tools", undefined, beside)).status).toBe(401);
});

test("a password in an Authorization header, for example for a proxy, is ignored", async () => {
  const { origin, ada } = await world();
  const headers = { cookie: ada.cookie, authorization: "Basic YTpi" };
  expect((await restClient(origin).call("GET", "/api/user", undefined, headers)).status).toBe(200);
});

test("nobody sees or revokes other people's tokens, and a person has at most fifty", async () => {
  const { app, origin, ada } = await world();
  const bob = await buildPerson(app, "bob");
  const own = await makeTokenOf(app, ada);
  const client = restClient(origin);
  expect((await client.call("GET", "/api/tokens", undefined, { cookie: bob.cookie })).body).toEqual([]);
  expect(
    (await client.call("DELETE", `/api/tokens/${own.id}`, undefined, { cookie: bob.cookie })).status,
  ).toBe(404);
  for (let count = 1; count < 50; count += 1) await makeTokenOf(app, ada, { expiresInDays: 1 });
  const refused = await client.call("POST", "/api/tokens", { name: "One more" }, { cookie: ada.cookie });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "You have 50 API tokens. Revoke one that you no longer need first.",
  ]);
  expect(
    (await client.call("DELETE", `/api/tokens/${own.id}`, undefined, { cookie: ada.cookie })).status,
  ).toBe(204);
  expect(
    (await client.call("POST", "/api/tokens", { name: "One more" }, { cookie: ada.cookie })).status,
  ).toBe(201);
});

test("a mistyped token is detected without a database query", () => {
  const token = generateToken();
  expect(isTokenShaped(token)).toBe(true);
  const other = token.at(10) === "a" ? "b" : "a";
  expect(isTokenShaped(`${token.slice(0, 10)}${other}${token.slice(11)}`)).toBe(false);
});
