import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";

import { editUser } from "#server/features/users/account-state.service.ts";
import { createOneTimeLink } from "#server/features/users/users.service.ts";
import { resolveBySystem } from "#server/outside/http/address-guard.ts";
import { createHttpClient } from "#server/outside/http/http-client.ts";
import { createIdentityProvider } from "#server/outside/sign-in/identity-provider.ts";
import { createOnce, cleanUpAfter } from "#tests/support/cleanup.ts";
import { buildPerson, PASSWORD, type Person } from "#tests/support/people.ts";
import { testServer } from "#tests/support/test-app.ts";
import { CLIENT, type OidcReply, oidcUpstream } from "#tests/support/upstreams/oidc-upstream.ts";
import { json, type StubAnswer } from "#tests/support/upstreams/stub-server.ts";

const PATH = "/api/auth/oidc";

/** A browser: it stores cookies and follows no redirect by itself. */
function createBrowser(cookies = new Map<string, string>()) {
  async function visit(
    url: string,
    { headers = {}, ...init }: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", ...init, headers: { cookie, ...headers } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/u.exec(line) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return {
      status: response.status,
      goTo: response.headers.get("location") ?? "",
      body: await response.text(),
    };
  }
  return { cookies, visit };
}
type Browser = ReturnType<typeof createBrowser>;

async function setUp(environment: Record<string, string> = {}) {
  // The provider describes its settings.
  vi.spyOn(console, "warn").mockReturnValue();
  vi.spyOn(console, "info").mockReturnValue();
  const stub = await oidcUpstream();
  cleanUpAfter(() => stub.close());
  const { app, origin } = await testServer({
    OIDC_ISSUER: stub.origin,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: "Example ID",
    OUTBOUND_ALLOW: stub.hostAndPort,
    ...environment,
  });
  stub.open(`${origin}${PATH}/callback`);
  const warn = vi.spyOn(app.log, "warn");
  const isSignedIn = async (browser: Browser) => (await browser.visit(`${origin}/api/user`)).status === 200;

  /** Starts signing in. Returns the parameters with which the provider would send the browser back. */
  async function start(browser: Browser, query = "") {
    const { goTo } = await browser.visit(`${origin}${PATH}${query}`);
    return returned(goTo);
  }
  async function returned(url: string) {
    const { searchParams } = await stub.authorize(url);
    const read = (name: string) => searchParams.get(name) ?? "";
    return { code: read("code"), state: read("state"), iss: read("iss") };
  }
  const end = (browser: Browser, parameters: Record<string, string> | string[][]) =>
    browser.visit(`${origin}${PATH}/callback?${new URLSearchParams(parameters).toString()}`);
  async function signIn(reply: OidcReply = {}, browser = createBrowser(), query = "") {
    stub.reply = reply;
    const { goTo } = await end(browser, await start(browser, query));
    return { goTo, browser, isSignedIn: await isSignedIn(browser) };
  }
  const link = ({ cookie }: Person, password = PASSWORD) => {
    const [name = "", value = ""] = cookie.split("=");
    const browser = createBrowser(new Map([[name, value]]));
    const reply = browser.visit(`${origin}/api/user/provider`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ password }),
    });
    return { browser, reply };
  };
  return { app, origin, stub, warn, start, returned, end, signIn, isSignedIn, link };
}

const shared = createOnce(() => setUp());
beforeEach(() => {
  const { stub, warn } = shared();
  stub.reply = {};
  warn.mockClear();
});

/** The logged reason for refusing a sign-in. */
const reasonOf = ({ warn }: Pick<ReturnType<typeof shared>, "warn">) =>
  warn.mock.calls.map(([details]) => JSON.stringify(details)).join("\n");

const users = ({ app }: Pick<ReturnType<typeof shared>, "app">) =>
  app.db.selectFrom("users").selectAll().orderBy("createdAt").execute();

describe("signing in through the provider", () => {
  test("creates an account once, returns to the page, and starts a new session each time", async () => {
    const world = await setUp();
    const first = await world.signIn({}, createBrowser(), "?returnTo=%2Fnews%3Ftag%3Da");
    expect([first.goTo, first.isSignedIn]).toEqual(["/news?tag=a", true]);
    expect([...first.browser.cookies.keys()]).toEqual([world.app.cookieNames.current]);
    const session = first.browser.cookies.get(world.app.cookieNames.current);
    await world.signIn({ claims: { preferred_username: "renamed" } }, first.browser);
    expect(first.browser.cookies.get(world.app.cookieNames.current)).not.toBe(session);
    expect(await users(world)).toMatchObject([
      { username: "ada", displayName: "Ada Lovelace", role: "user" },
    ]);
    expect(world.stub.hits.filter(({ url }) => url.pathname.startsWith("/.well-known"))).toHaveLength(1);
    expect(world.stub.hits.filter(({ url }) => url.pathname === "/jwks")).toHaveLength(1);
  });

  test("never takes the account of somebody with the same name or email address", async () => {
    const world = await setUp();
    const { user } = await buildPerson(world.app, "ada");
    const { isSignedIn } = await world.signIn();
    expect(isSignedIn).toBe(true);
    expect((await users(world)).map(({ username }) => username).toSorted()).toEqual(["ada", "ada-2"]);
    expect(await world.app.db.selectFrom("provider_accounts").select("userId").execute()).not.toEqual([
      { userId: user.id },
    ]);
  });

  test("reads the profile, if the ID token has no name or groups", async () => {
    const world = await setUp({ OIDC_ADMIN_GROUP: "admins" });
    const claims = { preferred_username: undefined, name: undefined, email: undefined, groups: undefined };
    expect((await world.signIn({ claims })).isSignedIn).toBe(true);
    expect(await users(world)).toMatchObject([
      { username: "ada", displayName: "Ada Lovelace", role: "user" },
    ]);
    const profile = json({ sub: "ada-at-provider", groups: ["admins"] });
    await world.signIn({ claims, profile });
    expect(await users(world)).toMatchObject([{ username: "ada", role: "admin" }]);
  });
});

describe("A11: refuses an ID token", () => {
  const now = Math.floor(Date.now() / 1000);
  test.each<[string, OidcReply, string]>([
    ["of another issuer", { claims: { iss: "https://evil.example" } }, "iss"],
    ["for another client", { claims: { aud: "other" } }, "aud"],
    [
      "for several clients, and not issued to this one",
      { claims: { aud: [CLIENT.id, "other"] } },
      "audience",
    ],
    ["with another nonce", { claims: { nonce: "other" } }, "nonce"],
    ["without a nonce", { claims: { nonce: undefined } }, "nonce"],
    ["without a signature (alg: none)", { signature: "none" }, "alg"],
    ["signed with the client secret", { signature: "client secret" }, "alg"],
    ["signed with another key", { signature: "other key" }, "signature"],
    ["changed after signing", { signature: "changed after signing" }, "signature"],
    ["signed with an unknown key", { header: { kid: "key-2" } }, "key"],
    ["that has expired", { claims: { exp: now - 3600 } }, "exp"],
    ["that isn't valid yet", { claims: { nbf: now + 3600 } }, "nbf"],
    ["without a subject", { claims: { sub: undefined } }, "sub"],
    ["with an empty subject", { claims: { sub: "" } }, "sub"],
    ["without an expiry", { claims: { exp: undefined } }, "exp"],
    ["without a time of issue", { claims: { iat: undefined } }, "iat"],
    ["without an audience", { claims: { aud: undefined } }, "aud"],
    [
      "with the profile of another person",
      { claims: { preferred_username: undefined, email: undefined }, profile: json({ sub: "eve" }) },
      "sub",
    ],
  ])("%s", async (_what, reply, reason) => {
    const world = shared();
    const { goTo, isSignedIn } = await world.signIn(reply);
    expect([goTo, isSignedIn]).toEqual(["/?signIn=invalid", false]);
    expect(reasonOf(world)).toContain(reason);
    expect(await users(world)).toEqual([]);
  });
});

describe("A11: refuses a token reply", () => {
  const html = { headers: { "content-type": "text/html" }, body: "<h1>Down</h1>" };
  test.each<[string, StubAnswer, string, string]>([
    ["with an error", json({ error: "invalid_grant" }, 400), "invalid", "invalid_grant"],
    ["for a wrong client secret", json({ error: "invalid_client" }, 401), "invalid", "invalid_client"],
    ["without an ID token", json({ access_token: "a", token_type: "Bearer" }), "invalid", "id_token"],
    ["of HTML", html, "unavailable", "content-type"],
    ["of HTML, with an error", { ...html, status: 502 }, "unavailable", "status"],
    ["that is cut", "cut", "unavailable", "/token"],
    ["that leads elsewhere", { status: 307, headers: { location: "/profile" } }, "unavailable", "redirects"],
    [
      "of 2 MB",
      { headers: { "content-type": "application/json" }, body: "a".repeat(2e6) },
      "unavailable",
      "bytes",
    ],
  ])("%s", async (_what, answer, problem, reason) => {
    const world = shared();
    const browser = createBrowser();
    const parameters = await world.start(browser);
    world.stub.answerNext(answer);
    expect(await world.end(browser, parameters)).toMatchObject({ goTo: `/?signIn=${problem}` });
    expect(await world.isSignedIn(browser)).toBe(false);
    expect(reasonOf(world)).toContain(reason);
    expect(reasonOf(world)).not.toContain(CLIENT.secret);
  });
});

describe("A11: refuses a return", () => {
  type Return = Record<"code" | "state" | "iss", string>;
  test.each<[string, (right: Return) => Record<string, string> | string[][], string, string]>([
    ["without a state", ({ code, iss }) => ({ code, iss }), "expired", "another sign-in"],
    ["with another state", (right) => ({ ...right, state: "other" }), "expired", "another sign-in"],
    ["with two states", (right) => [...Object.entries(right), ["state", "b"]], "invalid", "state"],
    ["without a code", ({ state, iss }) => ({ state, iss }), "invalid", "code"],
    ["with an unknown code", (right) => ({ ...right, code: "other" }), "invalid", "invalid_grant"],
    [
      "from another provider (mix-up)",
      (right) => ({ ...right, iss: "https://evil.example" }),
      "invalid",
      "iss",
    ],
    ["without the provider's name (mix-up)", ({ code, state }) => ({ code, state }), "invalid", "iss"],
    [
      "with an error",
      ({ state, iss }) => ({ state, iss, error: "access_denied" }),
      "denied",
      "access_denied",
    ],
  ])("%s", async (_what, change, problem, reason) => {
    const world = shared();
    const browser = createBrowser();
    const right = await world.start(browser);
    expect(await world.end(browser, change(right))).toMatchObject({ goTo: `/?signIn=${problem}` });
    expect(await world.isSignedIn(browser)).toBe(false);
    expect(reasonOf(world)).toContain(reason);
  });

  test("with a used code, or with one issued to another browser, which only PKCE detects", async () => {
    const world = await setUp();
    const browser = createBrowser();
    const used = await world.start(browser);
    const again = createBrowser(new Map(browser.cookies));
    expect(await world.end(browser, used)).toMatchObject({ goTo: "/" });
    expect(await world.end(again, used)).toMatchObject({ goTo: "/?signIn=invalid" });
    expect(reasonOf(world)).toContain("invalid_grant");

    world.warn.mockClear();
    const { code } = await world.start(createBrowser());
    const victim = createBrowser();
    const own = await world.start(victim);
    expect(await world.end(victim, { ...own, code })).toMatchObject({ goTo: "/?signIn=invalid" });
    expect(await world.isSignedIn(victim)).toBe(false);
    expect(reasonOf(world)).toContain("invalid_grant");
  });

  test("with the state of another browser, of a changed cookie, or after ten minutes", async () => {
    const world = shared();
    const eve = createBrowser();
    const parameters = await world.start(eve);
    const victim = createBrowser();
    expect(await world.end(victim, parameters)).toMatchObject({ goTo: "/?signIn=expired" });

    const name = `${world.app.cookieNames.current}-oidc`;
    const [payload = "", signature = ""] = eve.cookies.get(name)?.split(".") ?? [];
    const pending = JSON.parse(Buffer.from(payload, "base64url").toString());
    const changed = Buffer.from(JSON.stringify({ ...pending, returnTo: "/tools" })).toString("base64url");
    const forged = createBrowser(new Map([[name, `${changed}.${signature}`]]));
    expect(await world.end(forged, parameters)).toMatchObject({ goTo: "/?signIn=expired" });

    world.app.advance(601_000);
    expect(await world.end(eve, parameters)).toMatchObject({ goTo: "/?signIn=expired" });
    expect(await users(world)).toEqual([]);
    expect(world.warn).toHaveBeenCalledTimes(3);
    expect(reasonOf(world)).toContain("no sign-in was started in this browser");
  });

  test.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/..//evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "/api/logout",
    "/%0d%0aSet-Cookie:a=b",
  ])("to another site or call: %s", async (returnTo) => {
    const { goTo } = await shared().signIn(
      { signature: "none" },
      createBrowser(),
      `?returnTo=${encodeURIComponent(returnTo)}`,
    );
    expect(goTo).toMatch(/^\/(?:%0d%0aSet-Cookie:a=b)?\?signIn=invalid$/u);
    expect(reasonOf(shared())).toContain(returnTo.startsWith("/%0d") ? "alg" : "not on this server");
  });
});

describe("A11: a provider that can't be used", () => {
  /** The stub, read with other limits and without a cache from the tests before. */
  function readAgain(timeoutMs: number, allowed = [shared().stub.hostAndPort], now = () => 0) {
    const { app } = shared();
    const http = createHttpClient({
      userAgent: "StackLoop",
      allowed: new Set(allowed),
      resolve: resolveBySystem,
      queue: (_host, work) => work(),
      timing: { now: () => performance.now(), wait: () => Promise.resolve() },
    });
    const before = app.integrations.identityProvider;
    app.integrations.identityProvider = createIdentityProvider({ http, config: app.config, timeoutMs, now });
    onTestFinished(() => {
      app.integrations.identityProvider = before;
      shared().stub.answerAlways(null);
    });
  }
  const visit = () => createBrowser().visit(`${shared().origin}${PATH}?returnTo=/tools`);
  const html = { headers: { "content-type": "text/html" }, body: "<h1>Hi</h1>" };

  test.each<[string, StubAnswer, string]>([
    ["down", "cut", "well-known"],
    ["slow", "hang", "well-known"],
    ["answering HTML", html, "content-type"],
    ["answering with an error", { status: 503 }, "status"],
    ["naming another issuer", json({ issuer: "https://evil.example" }), "issuer"],
    ["without an issuer", json({}), "issuer"],
  ])("%s", async (_what, answer, reason) => {
    const { stub } = shared();
    readAgain(answer === "hang" ? 50 : 5000);
    stub.answerAlways(answer);
    expect(await visit()).toMatchObject({ status: 302, goTo: "/tools?signIn=unavailable" });
    expect(reasonOf(shared())).toContain(reason);
  });

  test("is requested again only after five seconds", async () => {
    const { stub } = shared();
    let time = 0;
    readAgain(5000, undefined, () => time);
    stub.answerAlways({ status: 503 });
    await visit();
    const requests = stub.hits.length;
    await visit();
    expect(stub.hits).toHaveLength(requests);
    stub.answerAlways(null);
    time = 5001;
    expect((await visit()).goTo).toContain("/auth?");
  });

  test("at a private address that isn't allowed", async () => {
    readAgain(5000, []);
    expect(await visit()).toMatchObject({ goTo: "/tools?signIn=unavailable" });
    expect(reasonOf(shared())).toMatch(/port \d+/u);
  });

  test("passwords still work, and without the setting there is no button", async () => {
    const { app, origin, stub } = shared();
    readAgain(5000);
    stub.answerAlways("cut");
    await buildPerson(app, "grace", "admin");
    onTestFinished(async () => void (await app.db.deleteFrom("users").execute()));
    const login = { method: "POST", body: JSON.stringify({ username: "grace", password: PASSWORD }) };
    const headers = { "content-type": "application/json" };
    expect((await createBrowser().visit(`${origin}/api/login`, { ...login, headers })).status).toBe(200);
    app.integrations.identityProvider = null;
    expect(await visit()).toMatchObject({ status: 404 });
    const entry = await createBrowser().visit(`${origin}/api/auth/entry`);
    expect(JSON.parse(entry.body)).toMatchObject({ provider: null });
  });
});

describe("A12: who may sign in through the provider", () => {
  test("only known people if sign-up is closed; invited people if it needs an invitation", async () => {
    const closed = await setUp({ SIGNUP: "closed" });
    expect(await closed.signIn()).toMatchObject({ goTo: "/?signIn=closed", isSignedIn: false });
    const world = await setUp({ SIGNUP: "invite" });
    expect(await world.signIn()).toMatchObject({ goTo: "/?signIn=invite", isSignedIn: false });
    const { url } = await createOneTimeLink(world.app, "invite");
    const query = new URL(url).search;
    expect(await world.signIn({}, createBrowser(), query)).toMatchObject({ isSignedIn: true });
    const other = { claims: { sub: "eve", preferred_username: "eve" } };
    expect(await world.signIn(other, createBrowser(), query)).toMatchObject({ goTo: "/?signIn=invite" });
    expect(await users(world)).toHaveLength(1);
    expect(reasonOf(closed)).toContain("sign-up is closed");
    expect(reasonOf(world)).toMatch(/needs an invitation[^]*used or expired/u);
  });

  test("a disabled account may not", async () => {
    const world = await setUp();
    await world.signIn();
    const [ada] = await users(world);
    await editUser(world.app, null, { id: ada?.id ?? "", disabled: true });
    expect(await world.signIn()).toMatchObject({ goTo: "/?signIn=disabled", isSignedIn: false });
    expect(reasonOf(world)).toContain("is disabled");
  });

  test("groups decide about admin rights at each sign-in, but never remove the last admin", async () => {
    const world = await setUp({ OIDC_ADMIN_GROUP: "admins" });
    const roleOfAda = async () => (await users(world)).find(({ username }) => username === "ada")?.role;
    await world.signIn({ claims: { groups: ["staff", "admins"] } });
    expect(await roleOfAda()).toBe("admin");
    await world.signIn({ claims: { groups: ["staff"] } });
    expect(await roleOfAda()).toBe("admin");
    await buildPerson(world.app, "grace", "admin");
    await world.signIn({ claims: { groups: undefined, roles: "admins" } });
    expect(await roleOfAda()).toBe("admin");
    await world.signIn({ claims: { groups: ["ADMINS"] } });
    expect(await roleOfAda()).toBe("user");
  });

  test("a confirmed email address links an account if the operator allows it, and ends its password", async () => {
    const off = await setUp();
    await buildPerson(off.app, "ada");
    await off.signIn();
    expect(await users(off)).toHaveLength(2);

    const world = await setUp({ OIDC_LINK_BY_EMAIL: "on" });
    const ada = await buildPerson(world.app, "ada");
    await buildPerson(world.app, "grace", "admin");
    await world.signIn({ claims: { sub: "a", email_verified: false } });
    await world.signIn({ claims: { sub: "b", email: "grace@example.com" } });
    expect(await users(world)).toHaveLength(4);
    await world.app.db
      .deleteFrom("users")
      .where("email", "=", "ada@example.com")
      .where("id", "!=", ada.user.id)
      .execute();
    const { browser } = await world.signIn({ claims: { email: "ADA@example.com" } });
    expect(JSON.parse((await browser.visit(`${world.origin}/api/user`)).body)).toMatchObject({
      id: ada.user.id,
    });
    const old = createBrowser(new Map([[ada.cookie.split("=")[0] ?? "", ada.cookie.split("=")[1] ?? ""]]));
    expect(await world.isSignedIn(old)).toBe(false);
  });
});

describe("A12: linking an account", () => {
  test("needs its password and its session; then both sign-in methods work until it is unlinked", async () => {
    const world = await setUp();
    const ada = await buildPerson(world.app, "ada");
    expect(await world.link(ada, "wrong").reply).toMatchObject({ status: 400 });
    const begin = async (person: Person) => {
      const { browser, reply } = world.link(person);
      return { browser, right: await world.returned(JSON.parse((await reply).body).url) };
    };
    // Linking is refused in another session of the same browser.
    const other = await begin(ada);
    other.browser.cookies.delete(world.app.cookieNames.current);
    expect(await world.end(other.browser, other.right)).toMatchObject({ goTo: "/account?signIn=expired" });
    expect(reasonOf(world)).toContain("signed out, or signed in again");
    const { browser, right } = await begin(ada);
    expect(await world.end(browser, right)).toMatchObject({ goTo: "/account" });
    const { browser: again } = await world.signIn();
    expect(JSON.parse((await again.visit(`${world.origin}/api/user`)).body)).toMatchObject({
      id: ada.user.id,
    });

    // Another user can't link the same account of the provider.
    const eve = await begin(await buildPerson(world.app, "eve"));
    expect(await world.end(eve.browser, eve.right)).toMatchObject({ goTo: "/account?signIn=linked" });
    expect(reasonOf(world)).toContain("belongs to another user");

    const remove = () => again.visit(`${world.origin}/api/user/provider`, { method: "DELETE" });
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect(await world.signIn()).toMatchObject({ isSignedIn: true });
    expect(await users(world)).toHaveLength(3);
  });

  test("an account without a password can't be unlinked", async () => {
    const world = await setUp();
    const { browser } = await world.signIn();
    const { status, body } = await browser.visit(`${world.origin}/api/user/provider`, { method: "DELETE" });
    expect([status, body]).toEqual([409, expect.stringContaining("no password")]);
    expect(JSON.parse((await browser.visit(`${world.origin}/api/user/provider`)).body)).toEqual({
      name: "Example ID",
      isLinked: true,
      hasPassword: false,
    });
  });
});
