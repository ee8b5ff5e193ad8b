import { expect, test } from "vitest";

import { restClient, signedUp } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

test("somebody signs up and is signed in, as a user and never as admin", async () => {
  const { origin } = await testServer();
  const client = restClient(origin);
  const reply = await client.call("POST", "/api/register", {
    username: "Ada",
    password: "secret-pass",
    firstName: "Ada",
    role: "admin",
    id: "x",
  });
  expect(reply.status).toBe(201);
  expect(reply.body).toMatchObject({ username: "Ada", firstName: "Ada", email: null, role: "user" });
  expect(reply.body).not.toHaveProperty("password");
  const me = await client.call("GET", "/api/user");
  expect(me.body).toEqual(reply.body);
});

test("a user name that differs in case or form only is taken", async () => {
  const { origin } = await testServer();
  await signedUp(origin, "admin");
  for (const username of ["Admin", "admin ", "ａｄｍｉｎ"]) {
    const reply = await restClient(origin).call("POST", "/api/register", {
      username,
      password: "secret-pass",
    });
    expect(reply).toMatchObject({ status: 409, body: { message: "Username already exists" } });
  }
  for (const username of ["adm\u200bin", "admin\u0000", "\u202eadmin"]) {
    const reply = await restClient(origin).call("POST", "/api/register", {
      username,
      password: "secret-pass",
    });
    expect(reply.status).toBe(400);
  }
});
