import { describe, expect, test } from "vitest";

import type { ListedReading } from "#shared/readings/readings.ts";
import { buildPerson } from "#tests/support/people.ts";
import { restClient, type RestClient } from "#tests/support/rest-client.ts";
import { type TestApp, testServer } from "#tests/support/test-app.ts";

interface Member {
  userId: string;
  call: RestClient["call"];
  list(): Promise<ListedReading[]>;
}

const BOOK = { title: "Middlemarch", author: "George Eliot" };

/** A server and its signed-in users. */
async function club(): Promise<{ app: TestApp; ada: Member; bob: Member }> {
  const { app, origin } = await testServer();
  const join = async (username: string): Promise<Member> => {
    const { user, cookie } = await buildPerson(app, username);
    const call: RestClient["call"] = (method, path, body, headers) =>
      restClient(origin).call(method, path, body, { cookie, ...headers });
    return { userId: user.id, call, list: async () => (await call("GET", "/api/readings")).body };
  };
  return { app, ada: await join("ada"), bob: await join("bob") };
}

describe("readings over REST", () => {
  test("returns a created reading completely, and ignores server-only fields", async () => {
    const { app, ada } = await club();
    const { status, body } = await ada.call("POST", "/api/readings", {
      ...BOOK,
      year: 1871,
      isbn: "9780141439549",
      page: "1-20, 33",
      tags: ["novel", " novel", ""],
      imageUrl: "",
      id: "mine",
      userId: "somebody",
      createdAt: "1999-01-01T00:00:00.000Z",
      updatedAt: "1999-01-01T00:00:00.000Z",
      revision: 9,
      commentCount: 5,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      ...BOOK,
      id: expect.any(String),
      year: 1871,
      isbn: "9780141439549",
      topic: null,
      page: "1-20, 33",
      tags: ["novel"],
      notes: null,
      imageUrl: null,
      createdAt: app.now().toISOString(),
      updatedAt: app.now().toISOString(),
      userId: ada.userId,
      revision: 1,
    });
    expect(body.id).not.toBe("mine");
    expect((await ada.call("GET", `/api/readings/${body.id}`)).body).toEqual(body);
    const noComments = { commentCount: 0, newCommentCount: 0, seenAt: null };
    expect(await ada.list()).toEqual([{ ...body, ...noComments, lastCommentAt: null, lastCommentBy: null }]);
  });

  test("accepts a partial PUT, clears with null, increases the revision, and preserves the owner", async () => {
    const { app, ada, bob } = await club();
    const { body: reading } = await ada.call("POST", "/api/readings", { ...BOOK, year: 1871, notes: "x" });
    app.advance(60_000);
    const changes = {
      notes: null,
      topic: "Novels",
      userId: bob.userId,
      createdAt: "1999-01-01T00:00:00.000Z",
    };
    const { body: edited } = await bob.call("PUT", `/api/readings/${reading.id}`, changes);
    expect(edited).toEqual({
      ...reading,
      notes: null,
      topic: "Novels",
      updatedAt: app.now().toISOString(),
      revision: 2,
    });
  });

  test("refuses an edit of an outdated revision with the current item; without one it overwrites", async () => {
    const { ada, bob } = await club();
    const { body: reading } = await ada.call("POST", "/api/readings", BOOK);
    await bob.call("PUT", `/api/readings/${reading.id}`, { title: "Bob's", revision: 1 });
    const refused = await ada.call("PUT", `/api/readings/${reading.id}`, { title: "Ada's", revision: 1 });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "CONFLICT", current: { title: "Bob's", revision: 2 } },
    });
    const overwritten = await ada.call("PUT", `/api/readings/${reading.id}`, { title: "Ada's" });
    expect(overwritten.body).toMatchObject({ title: "Ada's", revision: 3 });
  });

  test("accepts one of several edits of one revision at once", async () => {
    const { ada } = await club();
    const { body: reading } = await ada.call("POST", "/api/readings", BOOK);
    const edits = await Promise.all(
      ["one", "two", "three"].map((title) =>
        ada.call("PUT", `/api/readings/${reading.id}`, { title, revision: 1 }),
      ),
    );
    expect(edits.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409", "409"]);
  });

  test("lists newest first, with pages without gaps or repetitions", async () => {
    const { app, ada } = await club();
    for (let i = 0; i < 7; i += 1) {
      await ada.call("POST", "/api/readings", { ...BOOK, title: `Book ${i}` });
      if (i % 2 === 0) app.advance(1000);
    }
    const all = await ada.list();
    const dates = all.map(({ createdAt }) => createdAt);
    expect(dates).toEqual(dates.toSorted().toReversed());
    const seen: ListedReading[] = [];
    let path: string | undefined = "/api/readings?limit=3";
    while (path !== undefined) {
      const page = await ada.call("GET", path);
      seen.push(...page.body);
      path = /<([^>]+)>; rel="next"/u.exec(page.headers.get("link") ?? "")?.[1];
    }
    expect(seen).toEqual(all);
  });

  test("allows anyone to delete a reading with its discussion", async () => {
    const { app, ada, bob } = await club();
    const { body: reading } = await ada.call("POST", "/api/readings", BOOK);
    const { body: kept } = await ada.call("POST", "/api/readings", BOOK);
    await ada.call("POST", `/api/readings/${kept.id}/comments`, { content: "Stays" });
    const { body: first } = await ada.call("POST", `/api/readings/${reading.id}/comments`, { content: "1" });
    await bob.call("POST", `/api/readings/${reading.id}/comments`, { content: "2", parentId: first.id });
    await bob.call("POST", `/api/readings/${reading.id}/seen`);
    const deleted = await bob.call("DELETE", `/api/readings/${reading.id}`);
    expect(deleted).toMatchObject({ status: 204, body: "" });
    expect((await ada.list()).map(({ id }) => id)).toEqual([kept.id]);
    const left = await app.db.selectFrom("comments").select("content").execute();
    expect(left).toEqual([{ content: "Stays" }]);
    expect(await app.db.selectFrom("comment_reads").selectAll().execute()).toEqual([]);
    for (const [method, path] of [
      ["DELETE", ""],
      ["GET", ""],
      ["PUT", ""],
      ["POST", "/seen"],
      ["GET", "/comments"],
    ] as const) {
      const body = method === "PUT" ? BOOK : undefined;
      expect((await ada.call(method, `/api/readings/${reading.id}${path}`, body)).status).toBe(404);
    }
  });

  test("returns the number of deleted comments to the browser, without earlier deletions", async () => {
    const { ada } = await club();
    const { body: reading } = await ada.call("POST", "/api/readings", BOOK);
    const { body: first } = await ada.call("POST", `/api/readings/${reading.id}/comments`, { content: "1" });
    const reply = { content: "2", parentId: first.id };
    await ada.call("POST", `/api/readings/${reading.id}/comments`, reply);
    await ada.call("DELETE", `/api/comments/${first.id}`);
    const { body } = await ada.call("POST", "/trpc/readings.remove", { id: reading.id });
    expect(body.result.data).toEqual({ removedComments: 1, deletionId: expect.any(String) });
  });

  test.each([
    ["title", { title: "" }],
    ["title", { title: "a".repeat(201) }],
    ["author", { author: " " }],
    ["author", { author: "a\u0000b" }],
    ["year", { year: "1871" }],
    ["year", { year: 18.71 }],
    ["year", { year: 2101 }],
    ["year", { year: -5001 }],
    ["isbn", { isbn: "9".repeat(51) }],
    ["tags", { tags: "a,b" }],
    ["tags", { tags: Array.from({ length: 51 }, (_, i) => `t${i}`) }],
    ["tags.0", { tags: ["a".repeat(51)] }],
    ["notes", { notes: "a".repeat(20_001) }],
    ["imageUrl", { imageUrl: "javascript:alert(1)" }],
    ["imageUrl", { imageUrl: "//evil.example/x.png" }],
    ["imageUrl", { imageUrl: `https://example.com/${"a".repeat(2048)}` }],
  ])("refuses invalid input at %s, in a new reading and in an edit (%#)", async (path, fields) => {
    const { ada } = await club();
    const { body: reading } = await ada.call("POST", "/api/readings", BOOK);
    const replies = [
      await ada.call("POST", "/api/readings", { ...BOOK, ...fields }),
      await ada.call("PUT", `/api/readings/${reading.id}`, fields),
    ];
    for (const { status, body } of replies) {
      expect(status).toBe(400);
      expect(body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
    }
    expect(await ada.list()).toMatchObject([BOOK]);
  });
});

describe("new comments in a discussion", () => {
  async function discussion() {
    const { app, ada, bob } = await club();
    const { body: reading } = await ada.call("POST", "/api/readings", BOOK);
    const say = async (who: Member, content: string, parentId?: string) => {
      app.advance(1000);
      return (await who.call("POST", `/api/readings/${reading.id}/comments`, { content, parentId })).body;
    };
    const countsFor = async (who: Member) =>
      (await who.list()).map(({ commentCount, newCommentCount }) => [commentCount, newCommentCount])[0];
    const open = (who: Member) => {
      app.advance(1000);
      return who.call("POST", `/api/readings/${reading.id}/seen`);
    };
    return { ada, bob, say, countsFor, open };
  }

  test("are all those by other people if the card was never opened", async () => {
    const { ada, bob, say, countsFor } = await discussion();
    await say(ada, "One");
    await say(ada, "Two");
    await say(bob, "Three");
    expect(await countsFor(ada)).toEqual([3, 1]);
    expect(await countsFor(bob)).toEqual([3, 2]);
  });

  test("set the time and author of the last comment, until it is deleted", async () => {
    const { ada, bob, say } = await discussion();
    const last = async () =>
      (await ada.list()).map((reading) => [reading.lastCommentAt, reading.lastCommentBy]);
    const first = await say(ada, "One");
    const second = await say(bob, "Two");
    expect(await last()).toEqual([[second.createdAt, "bob@example.com"]]);
    expect((await bob.call("DELETE", `/api/comments/${second.id}`)).status).toBeLessThan(300);
    expect(await last()).toEqual([[first.createdAt, "ada@example.com"]]);
  });

  test("are those by other people since the person's last visit", async () => {
    const { ada, bob, say, countsFor, open } = await discussion();
    const first = await say(ada, "One");
    expect(await open(bob)).toMatchObject({ status: 204, body: "" });
    expect(await countsFor(bob)).toEqual([1, 0]);
    await say(bob, "Reply", first.id);
    await say(ada, "Two");
    expect(await countsFor(bob)).toEqual([3, 1]);
    expect(await countsFor(ada)).toEqual([3, 1]);
    await open(bob);
    expect(await countsFor(bob)).toEqual([3, 0]);
    expect(await countsFor(ada)).toEqual([3, 1]);
  });

  test("do not include deleted or edited ones", async () => {
    const { ada, bob, say, countsFor, open } = await discussion();
    const first = await say(ada, "One");
    await open(bob);
    await ada.call("PUT", `/api/comments/${first.id}`, { content: "One, better" });
    const second = await say(ada, "Two");
    await say(bob, "Reply", second.id);
    await ada.call("DELETE", `/api/comments/${second.id}`);
    expect(await countsFor(bob)).toEqual([2, 0]);
  });
});

describe("importing and exporting", () => {
  const countsOf = ({ created, updated, skipped, wrong }: Record<string, number>) => [
    created,
    updated,
    skipped,
    wrong,
  ];
  const importing = (who: Member, body: object) => who.call("POST", "/api/readings/import", body);

  const GOODREADS = [
    "Book Id,Title,Author,ISBN,ISBN13,Year Published,Original Publication Year,Bookshelves,My Review",
    '1,"Emma, a novel",Jane Austen,"=""0440238145""","=""9780440238140""",2003,1815,"classics, to-read",Good.<br/>Yes.',
    '2,Warbreaker,Brandon Sanderson,"=""""","=""""",2009,2009,,',
  ].join("\n");

  test("imports a Goodreads file in its order, and changes nothing the second time", async () => {
    const { ada, bob } = await club();
    const { status, body } = await importing(ada, { format: "csv", content: GOODREADS });
    expect([status, countsOf(body)]).toEqual([200, [2, 0, 0, 0]]);
    expect(body.rows[0]).toMatchObject({ row: 1, name: "Emma, a novel", outcome: "created" });
    expect(await ada.list()).toMatchObject([
      {
        title: "Emma, a novel",
        author: "Jane Austen",
        isbn: "9780440238140",
        year: 2003,
        tags: ["classics", "to-read"],
        notes: "Good.\nYes.",
        userId: ada.userId,
      },
      { title: "Warbreaker", isbn: null, year: 2009, tags: [] },
    ]);
    const again = await importing(bob, { format: "csv", content: GOODREADS });
    expect(countsOf(again.body)).toEqual([0, 0, 2, 0]);
  });

  test("updates a reading with the same title and author", async () => {
    const { ada, bob } = await club();
    await ada.call("POST", "/api/readings", { ...BOOK, notes: "Ours", year: 1871 });
    await ada.call("POST", "/api/readings", { ...BOOK, author: "Someone else" });
    const rows = [
      { title: " middlemarch", author: "GEORGE  ELIOT", year: "1872", topic: "Novels", notes: "" },
    ];
    const dry = await importing(bob, { rows, dryRun: true });
    expect(countsOf(dry.body)).toEqual([0, 1, 0, 0]);
    expect((await ada.list()).map(({ revision }) => revision)).toEqual([1, 1]);
    const { body } = await importing(bob, { rows });
    expect(body.rows[0].message).toBe("Changes: Year, Topic");
    const changed = (await ada.list()).find(({ revision }) => revision === 2);
    expect(changed).toMatchObject({
      ...BOOK,
      year: 1872,
      topic: "Novels",
      notes: "Ours",
      userId: ada.userId,
    });
  });

  test("reports invalid rows, and imports the rest", async () => {
    const { ada } = await club();
    const bibtex = "@book{a, title={A}, author={B C}}\n@book{b, author={B}}\n@book{c, title={C";
    const { body } = await importing(ada, { format: "bibtex", content: bibtex });
    expect(countsOf(body)).toEqual([1, 0, 0, 2]);
    expect(body.rows.map(({ message }: { message: string | null }) => message)).toEqual([
      null,
      "Title is required",
      "The entry c is never closed",
    ]);
  });

  test.each([
    [{ rows: [] }, "There are no rows to import"],
    [
      { format: "bibtex", content: "nothing" },
      "There are no BibTeX entries in this text. An entry begins with its type, such as @book{.",
    ],
    [
      { format: "bibtex", content: "TY  - JOUR\nER  -" },
      "This is RIS. Export BibTeX or CSV instead, then try again.",
    ],
    [{ format: "csv", content: "a,b\n1,2" }, "Couldn't find the column with the reading titles. Choose one."],
    [
      { format: "bibtex", content: "@book{a,}\n".repeat(2001) },
      "This file has 2001 rows; one call accepts 2000.",
    ],
    [{ format: "xml", content: "<x/>" }, "Format must be one of json, csv, bibtex"],
  ])("refuses an invalid import with a message (%#)", async (request, sentence) => {
    const { ada } = await club();
    const { status, body } = await importing(ada, request);
    expect([status, body.message]).toEqual([400, expect.stringContaining(sentence)]);
  });

  test.each([
    ["csv", "readings.csv", "text/csv; charset=utf-8"],
    ["json", "readings.json", "application/json; charset=utf-8"],
    ["bibtex", "readings.bib", "application/x-bibtex; charset=utf-8"],
  ])("exports %s as a file, and imports it unchanged", async (format, fileName, mediaType) => {
    const { ada } = await club();
    await importing(ada, { format: "csv", content: GOODREADS });
    const { status, headers, body } = await ada.call("GET", `/api/readings/export/${format}`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe(mediaType);
    expect(headers.get("content-disposition")).toBe(`attachment; filename="${fileName}"`);
    const content = typeof body === "string" ? body : JSON.stringify(body);
    expect(content).not.toContain(ada.userId);
    const before = await ada.list();
    const again = await importing(ada, { format, content });
    expect(countsOf(again.body)).toEqual([0, 0, 2, 0]);
    for (const { id } of before) await ada.call("DELETE", `/api/readings/${id}`);
    await importing(ada, { format, content });
    const fieldsOf = ({ title, author, year, isbn, tags, notes }: ListedReading) => [
      title,
      author,
      year,
      isbn,
      tags,
      notes,
    ];
    expect((await ada.list()).map(fieldsOf)).toEqual(before.map(fieldsOf));
  });

  test("refuses an unknown format", async () => {
    const { ada } = await club();
    expect((await ada.call("GET", "/api/readings/export/xml")).status).toBe(400);
  });
});
