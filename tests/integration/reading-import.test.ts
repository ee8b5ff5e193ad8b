import { expect, test } from "vitest";

import { type RestClient, signedUp } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

async function desk() {
  const { origin } = await testServer();
  const ada = await signedUp(origin, "ada");
  return { ada, importing: (body: object) => ada.call("POST", "/api/readings/import", body) };
}

const authorsOf = async (ada: RestClient) => {
  const { body } = await ada.call("GET", "/api/readings");
  return body.map(({ title, author }: { title: string; author: string }) => [title, author]);
};

test("imports entries without an author, and matches them again", async () => {
  const { ada, importing } = await desk();
  const content =
    "@online{a, title={A Page}, url={https://example.com}}\n@misc{b, title={B}, institution={MIT}}";
  expect((await importing({ format: "bibtex", content })).body).toMatchObject({ created: 2, wrong: 0 });
  expect(await authorsOf(ada)).toEqual([
    ["A Page", "Unknown author"],
    ["B", "MIT"],
  ]);
  expect((await importing({ format: "bibtex", content })).body).toMatchObject({ skipped: 2 });
  const csv = { format: "csv", content: "Title,Year\nA Page,2001\n" };
  expect((await importing(csv)).body).toMatchObject({ updated: 1, created: 0 });
});

test("matches a row without an author to the only reading with its title", async () => {
  const { ada, importing } = await desk();
  await importing({ rows: [{ title: "Emma", author: "Jane Austen" }] });
  expect((await importing({ rows: [{ title: "EMMA", year: 1815 }] })).body).toMatchObject({ updated: 1 });
  await importing({ rows: [{ title: "Emma", author: "Somebody Else" }] });
  expect((await importing({ rows: [{ title: "Emma", year: 1999 }] })).body).toMatchObject({ created: 1 });
  expect(await authorsOf(ada)).toHaveLength(3);
});

test("treats names in both orders as one author", async () => {
  const { importing } = await desk();
  await importing({ rows: [{ title: "Middlemarch", author: "Eliot, George" }] });
  const rows = [{ title: "Middlemarch", author: "George  Eliot" }];
  expect((await importing({ rows })).body).toMatchObject({ skipped: 1, created: 0 });
});
