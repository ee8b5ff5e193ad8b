import { describe, expect, test } from "vitest";

import { createInviteLink } from "#server/features/users/users.service.ts";
import { tokenOf } from "#tests/support/one-time-links.ts";
import { restClient, signedUp } from "#tests/support/rest-client.ts";
import { signedUpAdmin, testServer } from "#tests/support/test-app.ts";

const DAY = 86_400_000;

describe("signing up", () => {
  test.each([
    [{ username: "", password: "secret-pass" }, "username"],
    [{ username: "ada", password: "12345" }, "password"],
    [{ username: "ada", password: "secret-pass", email: "nowhere" }, "email"],
  ])("refuses invalid input at its field (%#: $1)", async (body, field) => {
    const { origin } = await testServer();
    const reply = await restClient(origin).call("POST", "/api/register", body);
    expect(reply.status).toBe(400);
    expect(reply.body.issues[0].path).toBe(field);
  });

  test("is refused if closed, and needs an unused invite if required", async () => {
    const closed = await testServer({ SIGNUP: "closed" });
    const body = { username: "ada", password: "secret-pass" };
    expect((await restClient(closed.origin).call("POST", "/api/register", body)).status).toBe(403);

    const { app, origin } = await testServer({ SIGNUP: "invite" });
    expect((await restClient(origin).call("POST", "/api/register", body)).status).toBe(403);
    const admin = await signedUpAdmin(app, origin);
    const link = await admin.call("POST", "/api/invites");
    expect(link.status).toBe(201);
    const invite = tokenOf(link.body.url);
    const taken = { username: "admin", password: "secret-pass", invite };
    expect((await restClient(origin).call("POST", "/api/register", taken)).status).toBe(409);
    expect((await restClient(origin).call("POST", "/api/register", { ...body, invite })).status).toBe(201);
    const again = { username: "bob", password: "secret-pass", invite };
    expect((await restClient(origin).call("POST", "/api/register", again)).status).toBe(403);
  });

  test("refuses an invite that is a week old", async () => {
    const { app, origin } = await testServer({ SIGNUP: "invite" });
    const admin = await signedUpAdmin(app, origin);
    const { body: me } = await admin.call("GET", "/api/user");
    const { url } = await createInviteLink(app, me);
    app.advance(7 * DAY + 1);
    const reply = await restClient(origin).call("POST", "/api/register", {
      username: "ada",
      password: "secret-pass",
      invite: tokenOf(url),
    });
    expect(reply.status).toBe(403);
  });
});

describe("a person's own account", () => {
  test("changes names and email: absent ones stay, null clears", async () => {
    const { origin } = await testServer();
    const ada = await signedUp(origin, "ada");
    await ada.call("PATCH", "/api/user", { firstName: "Ada", email: "ada@example.com", role: "admin" });
    const reply = await ada.call("PATCH", "/api/user", { lastName: "Lovelace", email: null });
    expect(reply.body).toMatchObject({ firstName: "Ada", lastName: "Lovelace", email: null, role: "user" });
  });

  test("lists and ends own sessions, without their secrets", async () => {
    const { origin } = await testServer();
    const here = await signedUp(origin, "ada");
    const there = restClient(origin);
    await there.call(
      "POST",
      "/api/login",
      { username: "ada", password: "secret-pass" },
      { "user-agent": "Phone" },
    );
    const { body: sessions } = await here.call("GET", "/api/user/sessions");
    expect(sessions).toHaveLength(2);
    expect(sessions.filter((session: { isCurrent: boolean }) => session.isCurrent)).toHaveLength(1);
    expect(JSON.stringify(sessions)).not.toContain(there.session());
    const phone = sessions.find(({ userAgent }: { userAgent: string }) => userAgent === "Phone");
    expect((await here.call("DELETE", `/api/user/sessions/${phone.id}`)).status).toBe(204);
    expect((await there.call("GET", "/api/user")).status).toBe(401);
    expect((await here.call("DELETE", `/api/user/sessions/${phone.id}`)).status).toBe(404);
    expect((await here.call("DELETE", "/api/user/sessions")).status).toBe(204);
  });

  test("prevents ending another person's session", async () => {
    const { origin } = await testServer();
    const ada = await signedUp(origin, "ada");
    const eve = await signedUp(origin, "eve");
    const { body } = await ada.call("GET", "/api/user/sessions");
    expect((await eve.call("DELETE", `/api/user/sessions/${body[0].id}`)).status).toBe(404);
    expect((await ada.call("GET", "/api/user")).status).toBe(200);
  });
});
