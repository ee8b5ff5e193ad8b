import { expect, test } from "vitest";

import { signedUp } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

async function world() {
  const { app, origin } = await testServer();
  const ada = await signedUp(origin, "ada");
  const send = (method: string, path: string, body: string | null, headers: Record<string, string> = {}) =>
    fetch(origin + path, { method, body, headers: { cookie: ada.cookie(), ...headers } });
  const { body: tool } = await ada.call("POST", "/api/ai-tools", { name: "Claude" });
  return { app, ada, send, tool, address: `/api/ai-tools/${tool.id}` };
}

test.each([
  "application/json",
  "application/json; charset=utf8",
  'application/json;charset="UTF8"',
  "application/json; charset=US-ASCII",
  "Application/JSON; Charset=UTF-8",
  "application/merge-patch+json",
  "application/merge-patch+json; charset=utf8",
  "text/json",
])("a body of the type %s is read, with a byte order mark too", async (type) => {
  const { send, address } = await world();
  for (const mark of ["", "\ufeff"]) {
    const body = `${mark}{"notes":"Grüße ${mark.length}"}`;
    const reply = await send("PUT", address, body, { "content-type": type });
    expect([reply.status, (await reply.json()).notes]).toEqual([200, `Grüße ${mark.length}`]);
  }
});

test.each(["application/x-www-form-urlencoded", "text/plain", "multipart/form-data", "application/xml"])(
  "a body of the type %s is refused with the accepted type",
  async (type) => {
    const { send, address } = await world();
    const reply = await send("PUT", address, '{"notes":"x"}', { "content-type": type });
    expect([reply.status, (await reply.json()).message]).toEqual([
      415,
      "Send the request body as JSON with the content type application/json",
    ]);
  },
);

test("another character set is refused", async () => {
  const { send, address } = await world();
  const reply = await send("PUT", address, "{}", { "content-type": "application/json; charset=latin1" });
  expect(reply.status).toBe(415);
});

test.each(["text/html", "*/*", "application/xml", "text/html,application/xhtml+xml,*/*;q=0.8"])(
  "a client that accepts %s gets JSON",
  async (accept) => {
    const { send, address } = await world();
    const reply = await send("GET", address, null, { accept });
    expect([reply.status, reply.headers.get("content-type")]).toEqual([
      200,
      "application/json; charset=utf-8",
    ]);
  },
);

test("HEAD and OPTIONS describe an address correctly", async () => {
  const { send, address } = await world();
  for (const path of ["/api/ai-tools", address]) {
    const [get, head, options] = [
      await send("GET", path, null),
      await send("HEAD", path, null),
      await send("OPTIONS", path, null),
    ];
    expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([
      200,
      get.headers.get("content-type"),
      "",
    ]);
    expect(head.headers.get("etag")).toBe(get.headers.get("etag"));
    expect([options.status, options.headers.get("allow")]).toEqual([
      204,
      path === address ? "GET, HEAD, PUT, DELETE" : "GET, HEAD, POST",
    ]);
  }
  expect((await send("OPTIONS", "/api/nothing", null)).status).toBe(404);
});

test("an address with a trailing slash is the same, except to delete", async () => {
  const { ada, address, tool } = await world();
  expect((await ada.call("GET", "/api/ai-tools/")).body).toEqual([tool]);
  expect((await ada.call("GET", "/api/ai-tools/?limit=1")).body).toEqual([tool]);
  expect((await ada.call("GET", `${address}/`)).body).toEqual(tool);
  expect((await ada.call("PUT", `${address}/`, { notes: "x" })).body.notes).toBe("x");
  expect((await ada.call("POST", "/api/prompts/", { name: "A", prompt: "B" })).status).toBe(201);
  expect((await ada.call("GET", "/api/ai-tools//")).status).toBe(404);
  // A script with an empty variable ends no other session.
  expect((await ada.call("DELETE", "/api/user/sessions/")).status).toBe(404);
  expect((await ada.call("DELETE", `${address}/`)).status).toBe(404);
});

test("If-Match with an item's ETag protects an edit", async () => {
  const { ada, address } = await world();
  const edit = (condition: string, notes: string, body: object = {}) =>
    ada.call("PUT", address, { notes, ...body }, { "if-match": condition });
  const etag = (await ada.call("GET", address)).headers.get("etag") ?? "";
  expect(etag).toBe('"1"');
  const first = await edit(etag, "one");
  expect([first.status, first.headers.get("etag")]).toEqual([200, '"2"']);
  expect(await edit(etag, "two")).toMatchObject({
    status: 412,
    body: { code: "PRECONDITION_FAILED", current: { notes: "one", revision: 2 } },
  });
  expect((await edit('W/"2"', "three")).status).toBe(200);
  expect((await edit("*", "four")).status).toBe(200);
  for (const other of ['"made-up"', "4", '"4", "5"']) expect((await edit(other, "five")).status).toBe(412);
  expect((await ada.call("GET", address)).body).toMatchObject({ notes: "four", revision: 4 });
});

test.each([
  ["/api/ai-tools", { name: "Claude" }, { notes: "x" }],
  ["/api/prompts", { name: "A", prompt: "B" }, { notes: "x" }],
  ["/api/readings", { title: "A", author: "B" }, { notes: "x" }],
])("If-Match with an item's ETag protects the deletion of one of %s", async (list, fields, change) => {
  const { ada } = await world();
  const { id } = (await ada.call("POST", list, fields)).body;
  const remove = (condition: string) =>
    ada.call("DELETE", `${list}/${id}`, undefined, { "if-match": condition });
  const etag = (await ada.call("GET", `${list}/${id}`)).headers.get("etag") ?? "";
  expect((await ada.call("PUT", `${list}/${id}`, change)).status).toBe(200);
  expect(await remove(etag)).toMatchObject({
    status: 412,
    body: {
      message: expect.stringMatching(/^Someone else changed this/u),
      current: { ...change, revision: 2 },
    },
  });
  for (const other of ['"made-up"', "2"]) expect((await remove(other)).status).toBe(412);
  expect((await ada.call("GET", `${list}/${id}`)).status).toBe(200);
  expect((await remove('"2"')).status).toBe(204);
  expect((await ada.call("GET", `${list}/${id}`)).status).toBe(404);
});

test("If-Match refuses changes to items without an ETag", async () => {
  const { ada } = await world();
  const rename = (condition: string) =>
    ada.call("PATCH", "/api/user", { displayName: "Countess" }, { "if-match": condition });
  expect(await rename('"1"')).toMatchObject({ status: 412, body: { code: "PRECONDITION_FAILED" } });
  expect((await rename("*")).status).toBe(200);
});
