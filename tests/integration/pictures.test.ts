import { describe, expect, onTestFinished, test } from "vitest";

import type { PictureRow } from "#db/schema.ts";
import { storeNews } from "#server/features/news/news-store.service.ts";
import { findPictures, saveFailure } from "#server/features/pictures/pictures.queries.ts";
import { checkPicture } from "#server/features/pictures/pictures.service.ts";
import { addPrompt } from "#server/features/prompts/prompts.service.ts";
import { addReading } from "#server/features/readings/readings.service.ts";
import { addTool, getTool } from "#server/features/tools/tools.service.ts";
import { OutboundError } from "#server/outside/http/http-client.ts";
import type { User } from "#shared/accounts/users.ts";
import { pictureSrc } from "#shared/pictures/brand-logos.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { appInOtherProcess } from "#tests/support/app-in-other-process.ts";
import { buildFoundArticle } from "#tests/support/found.ts";
import {
  avifImage,
  gifImage,
  icoImage,
  jpegImage,
  pngImage,
  pngOfLength,
  svgImage,
  webpImage,
} from "#tests/support/images.ts";
import { buildPerson } from "#tests/support/people.ts";
import { unzipFiles } from "#tests/support/read-deck.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { startUpstreams } from "#tests/support/stub-upstreams.ts";
import { type TestApp, testServer } from "#tests/support/test-app.ts";
import { refuseWrites } from "#tests/support/test-database.ts";
import type { SitePaths } from "#tests/support/upstreams/site-upstream.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The product next to a site on this machine that it can reach. */
async function gallery(paths: SitePaths = {}, environment: Record<string, string> = {}) {
  const upstreams = await startUpstreams({ site: paths });
  onTestFinished(() => upstreams.close());
  const { app, origin } = await testServer({ ...upstreams.environment, ...environment });
  const { user, cookie } = await buildPerson(app, "ada");
  const { site } = upstreams;
  return {
    app,
    user,
    cookie,
    origin,
    site,
    /** The number of requests for a path. */
    hits: (path: string) => site.hits.filter(({ url }) => url.pathname === path).length,
    addressOf: (path: string) => site.origin + path,
    /** Uses a picture's address in a tool, so that it is served. */
    use: (address: string) => useAsLogo(app, user, address),
    show: (address: string, headers: Record<string, string> = {}) =>
      fetch(origin + pictureSrc(address), { headers: { cookie, ...headers } }),
    async check(url: string): Promise<string | null> {
      const { body } = await restClient(origin).call("POST", "/trpc/pictures.check", { url }, { cookie });
      return body.result.data.error;
    },
  };
}

const useAsLogo = (app: TestApp, user: User, logoUrl: string) =>
  addTool(app, user, newToolSchema.parse({ name: "Claude", logoUrl }));

const messageOf = async (reply: Response): Promise<string> => (await reply.json()).message;
const bytesOf = async (reply: Response): Promise<Buffer> => Buffer.from(await reply.arrayBuffer());

test.each([
  ["png", pngImage(), "image/png"],
  ["jpeg", jpegImage(), "image/jpeg"],
  ["gif", gifImage(), "image/gif"],
  ["webp", webpImage(), "image/webp"],
  ["avif", avifImage(), "image/avif"],
  ["svg", svgImage(), "image/svg+xml"],
])("serves a %s of another site, with the type of its bytes", async (_, body, mediaType) => {
  const { addressOf, use, show } = await gallery({
    "/logo": { headers: { "content-type": "text/html" }, body },
  });
  await use(addressOf("/logo"));
  const reply = await show(addressOf("/logo"));
  expect(reply.status).toBe(200);
  expect(await bytesOf(reply)).toEqual(body);
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    "content-type": mediaType,
    "cache-control": "private, max-age=86400",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "cross-origin-resource-policy": "same-origin",
  });
});

test("serves an icon file as its largest picture", async () => {
  const { addressOf, use, show } = await gallery({
    "/favicon.ico": icoImage(pngImage(16, 16), pngImage(48, 48)),
  });
  await use(addressOf("/favicon.ico"));
  const reply = await show(addressOf("/favicon.ico"));
  expect(reply.headers.get("content-type")).toBe("image/png");
  expect(await bytesOf(reply)).toEqual(pngImage(48, 48));
});

test("requests a site once for concurrent viewers", async () => {
  const { addressOf, use, show, hits } = await gallery({ "/logo.png": pngImage() });
  await use(addressOf("/logo.png"));
  const replies = await Promise.all(Array.from({ length: 20 }, () => show(addressOf("/logo.png"))));
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  await show(addressOf("/logo.png"));
  expect(hits("/logo.png")).toBe(1);
});

test("replies with 304 to a cached picture, and without bytes to HEAD", async () => {
  const { addressOf, use, show, origin, cookie } = await gallery({ "/logo.png": pngImage() });
  await use(addressOf("/logo.png"));
  const etag = (await show(addressOf("/logo.png"))).headers.get("etag") ?? "";
  expect((await show(addressOf("/logo.png"), { "if-none-match": etag })).status).toBe(304);
  const head = await fetch(origin + pictureSrc(addressOf("/logo.png")), {
    method: "HEAD",
    headers: { cookie },
  });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, String(pngImage().length)]);
});

test.each<[string, (world: Awaited<ReturnType<typeof gallery>>, address: string) => Promise<unknown>]>([
  ["a tool", ({ app, user }, address) => useAsLogo(app, user, address)],
  [
    "a prompt",
    ({ app, user }, exampleImageUrl) =>
      addPrompt(app, user, newPromptSchema.parse({ name: "a", prompt: "b", exampleImageUrl })),
  ],
  [
    "a reading",
    ({ app, user }, imageUrl) =>
      addReading(app, user, newReadingSchema.parse({ title: "a", author: "b", imageUrl })),
  ],
  [
    "an article",
    async ({ app, user }, imageUrl) => {
      const tool = await addTool(app, user, newToolSchema.parse({ name: "Claude" }));
      const article = buildFoundArticle({ title: "Claude learns", imageUrl });
      await storeNews(app, [await getTool(app, tool.id)], [article]);
    },
  ],
])("fetches the picture of %s when someone views it", async (_, put) => {
  const world = await gallery({ "/a.png": pngImage() });
  await put(world, world.addressOf("/a.png"));
  expect((await world.show(world.addressOf("/a.png"))).status).toBe(200);
});

describe("nothing is fetched", () => {
  test("for an unused address", async () => {
    const { addressOf, show, hits } = await gallery({ "/logo.png": pngImage() });
    expect((await show(addressOf("/logo.png"))).status).toBe(404);
    expect(hits("/logo.png")).toBe(0);
  });

  test("for a visitor, who doesn't see cached pictures either", async () => {
    const { addressOf, use, show, hits, origin } = await gallery({ "/logo.png": pngImage() });
    await use(addressOf("/logo.png"));
    expect((await fetch(origin + pictureSrc(addressOf("/logo.png")))).status).toBe(401);
    expect(hits("/logo.png")).toBe(0);
    await show(addressOf("/logo.png"));
    expect((await fetch(origin + pictureSrc(addressOf("/logo.png")))).status).toBe(401);
  });

  test.each(["cross-site", "same-site"])("for a page of another site (%s)", async (site) => {
    const { addressOf, use, show, hits } = await gallery({ "/logo.png": pngImage() });
    await use(addressOf("/logo.png"));
    expect((await show(addressOf("/logo.png"), { "sec-fetch-site": site })).status).toBe(403);
    expect(hits("/logo.png")).toBe(0);
  });

  test.each([
    "",
    "?url=",
    "?url=/logo.png",
    "?url=data:image/png,x",
    "?url=http://a.example/&url=b",
    "?url[a]=b",
  ])("for /pictures%s", async (query) => {
    const { origin, cookie } = await gallery();
    expect((await fetch(`${origin}/pictures${query}`, { headers: { cookie } })).status).toBe(400);
  });

  test("with a method other than GET", async () => {
    const { origin, cookie } = await gallery();
    const reply = await fetch(`${origin}/pictures?url=x`, { method: "POST", headers: { cookie } });
    expect([reply.status, reply.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});

const PAGE = "<!doctype html><html><head><title>Not found</title></head></html>";

test.each<[string, SitePaths[string] | undefined, string]>([
  ["nothing at its address", undefined, "There's no image at this address."],
  ["a closed door", { status: 403 }, "This site doesn't allow other programs to load this image."],
  ["a broken server", { status: 500 }, "Couldn't reach this address."],
  ["a web page", PAGE, "This is a web page, not an image. Use the address of the image itself."],
  ["a web page that says it is a PNG", { headers: { "content-type": "image/png" }, body: PAGE }, "web page"],
  ["words", { headers: { "content-type": "image/png" }, body: "hello" }, "This isn't an image."],
  ["nothing in it", { headers: { "content-type": "image/png" }, body: "" }, "This isn't an image."],
  ["a script in it", svgImage("<script>alert(1)</script>"), "This SVG contains a script."],
  ["an event handler", svgImage('<rect onload="alert(1)"/>'), "This SVG has an event handler (onload)."],
  ["a reference to elsewhere", svgImage('<image href="https://evil.example/x.png"/>'), "external content"],
  ["six megabytes", pngOfLength(6_000_000), "This image is larger than 5 MB."],
  ["billions of pixels", pngImage(65_535, 65_535), "65535 × 65535 pixels"],
  ["a broken icon file", Buffer.from([0, 0, 1, 0, 9, 0, 16, 16, 0, 0]), "This icon file is damaged."],
  ["another kind of file", Buffer.from("%PDF-1.7\n"), "This isn't an image."],
  ["a kind that not every browser shows", Buffer.from("BM6\0\0\0"), "This is a BMP file. Use PNG"],
])(
  "does not show a picture that has %s, and explains it to the person who enters it",
  async (_, found, sentence) => {
    const { addressOf, use, show, check } = await gallery(found === undefined ? {} : { "/logo": found });
    expect(await check(addressOf("/logo"))).toContain(sentence);
    await use(addressOf("/logo"));
    const reply = await show(addressOf("/logo"));
    expect(reply.status).toBe(404);
    expect(await messageOf(reply)).toContain(sentence);
  },
);

test("reports dead, private and other-scheme addresses in the same way", async () => {
  const { check, site } = await gallery();
  await site.close();
  const COULD_NOT = "Couldn't reach this address.";
  expect(await check(`${site.origin}/logo.png`)).toBe(COULD_NOT);
  expect(await check("http://127.0.0.1:9/logo.png")).toBe(COULD_NOT);
  expect(await check("http://169.254.169.254/logo.png")).toBe(COULD_NOT);
  expect(await check("http://ada:secret@198.51.100.7/logo.png")).toBe(COULD_NOT);
});

test("shows a checked picture before it is used", async () => {
  const { addressOf, check, show, hits } = await gallery({ "/logo.png": pngImage() });
  expect(await check(addressOf("/logo.png"))).toBeNull();
  expect((await show(addressOf("/logo.png"))).status).toBe(200);
  expect(hits("/logo.png")).toBe(1);
});

test("saves a tool unchanged with a picture that cannot be shown", async () => {
  const { app, addressOf, check, use } = await gallery();
  expect(await check(addressOf("/none.png"))).not.toBeNull();
  const { id } = await use(addressOf("/none.png"));
  expect((await getTool(app, id)).logoUrl).toBe(addressOf("/none.png"));
});

describe("a failure", () => {
  test("is cached for a day, so that not every view causes a request", async () => {
    const { app, addressOf, use, show, hits, site } = await gallery();
    await use(addressOf("/logo.png"));
    await show(addressOf("/logo.png"));
    app.advance(23 * HOUR);
    expect((await show(addressOf("/logo.png"))).status).toBe(404);
    expect(hits("/logo.png")).toBe(1);
    site.paths["/logo.png"] = pngImage();
    app.advance(HOUR);
    expect((await show(addressOf("/logo.png"))).status).toBe(200);
  });

  test("is not cached longer when the clock is set back", async () => {
    const { app, addressOf, use, show, site } = await gallery();
    await use(addressOf("/logo.png"));
    await show(addressOf("/logo.png"));
    site.paths["/logo.png"] = pngImage();
    app.advance(-30 * 24 * HOUR);
    expect((await show(addressOf("/logo.png"))).status).toBe(200);
  });

  test("of a temporarily unavailable site is cached for an hour", async () => {
    const { app, addressOf, use, show, hits } = await gallery({ "/logo.png": { status: 503 } });
    await use(addressOf("/logo.png"));
    for (const [passed, asked] of [
      [0, 1],
      [HOUR - 1, 1],
      [1, 2],
    ] as const) {
      app.advance(passed);
      await show(addressOf("/logo.png"));
      expect(hits("/logo.png")).toBe(asked);
    }
  });

  test("is checked again when someone enters the address after a minute", async () => {
    const { app, addressOf, check, site, hits } = await gallery();
    await check(addressOf("/logo.png"));
    site.paths["/logo.png"] = pngImage();
    expect(await check(addressOf("/logo.png"))).not.toBeNull();
    app.advance(60_000);
    expect(await check(addressOf("/logo.png"))).toBeNull();
    expect(hits("/logo.png")).toBe(2);
  });
});

describe("a picture fetched thirty days ago", () => {
  test("is shown while it is fetched again", async () => {
    const { app, addressOf, use, show, site } = await gallery({ "/logo.png": pngImage(1, 1) });
    await use(addressOf("/logo.png"));
    await show(addressOf("/logo.png"));
    app.advance(30 * DAY);
    site.paths["/logo.png"] = pngImage(2, 2);
    expect(await bytesOf(await show(addressOf("/logo.png")))).toEqual(pngImage(1, 1));
    await expect.poll(async () => bytesOf(await show(addressOf("/logo.png")))).toEqual(pngImage(2, 2));
  });

  test("stays when it cannot be fetched again", async () => {
    const { app, addressOf, use, show, site, hits } = await gallery({ "/logo.png": pngImage() });
    await use(addressOf("/logo.png"));
    await show(addressOf("/logo.png"));
    app.advance(30 * DAY);
    delete site.paths["/logo.png"];
    await show(addressOf("/logo.png"));
    await expect.poll(() => hits("/logo.png")).toBe(2);
    app.advance(DAY);
    expect((await show(addressOf("/logo.png"))).status).toBe(200);
  });
});

test("viewing a picture writes at most once a day", async () => {
  const { app, addressOf, use, show } = await gallery({ "/logo.png": pngImage() });
  await use(addressOf("/logo.png"));
  await show(addressOf("/logo.png"));
  const shownAt = async () =>
    (await app.db.selectFrom("pictures").select("shownAt").executeTakeFirstOrThrow()).shownAt;
  const first = await shownAt();
  app.advance(DAY - 1);
  const before = await app.countWrites();
  await show(addressOf("/logo.png"));
  expect([await shownAt(), await app.countWrites()]).toEqual([first, before]);
  app.advance(1);
  await show(addressOf("/logo.png"));
  expect(await shownAt()).toBe(app.now().toISOString());
});

test("evicts pictures beyond the limit, those of news first, then the least recently viewed", async () => {
  const large = pngOfLength(2_100_000);
  const names = ["/news.png", "/old.png", "/new.png", "/typed.png"];
  const { app, user, addressOf, show, check } = await gallery(
    Object.fromEntries(names.map((name) => [name, large])),
    { PICTURE_CACHE_MB: "10" },
  );
  const tool = await useAsLogo(app, user, addressOf("/old.png"));
  await useAsLogo(app, user, addressOf("/new.png"));
  const article = buildFoundArticle({ title: "Claude learns", imageUrl: addressOf("/news.png") });
  await storeNews(app, [tool], [article]);
  const kept = async () =>
    (await app.db.selectFrom("pictures").select("url").execute())
      .map(({ url }) => new URL(url).pathname)
      .toSorted();

  for (const name of ["/old.png", "/news.png", "/new.png", "/typed.png"]) {
    app.advance(1);
    await check(addressOf(name));
  }
  expect(await kept()).toEqual(["/new.png", "/news.png", "/old.png", "/typed.png"]);
  // The fifth does not fit: unused pictures are evicted.
  app.integrations.pictures = { fetch: () => Promise.resolve(large) };
  await check("https://site.example/1.png");
  expect(await kept()).toEqual(["/1.png", "/new.png", "/old.png", "/typed.png"]);
  // Of two pictures fetched at the same time, the one viewed since is retained.
  app.advance(DAY);
  await show(addressOf("/old.png"));
  for (const name of ["2", "3", "4"].map((number) => `https://site.example/${number}.png`)) {
    await useAsLogo(app, user, name);
    await check(name);
  }
  expect(await kept()).toEqual(["/2.png", "/3.png", "/4.png", "/old.png"]);
});

test("a failure does not replace a picture that another process has fetched", async () => {
  const { app, user } = await gallery();
  const beside = await appInOtherProcess(app);
  const url = "https://wavering.example/a.png";
  const { promise: isFetched, resolve: resolveFetched } = Promise.withResolvers<void>();
  app.integrations = {
    ...app.integrations,
    pictures: {
      async fetch() {
        await isFetched;
        throw new OutboundError("unreachable", url);
      },
    },
  };
  beside.integrations = { ...app.integrations, pictures: { fetch: () => Promise.resolve(pngImage()) } };
  const failing = checkPicture(app, user, url);
  expect(await checkPicture(beside, user, url)).toEqual({ error: null });
  resolveFetched();
  // A stored picture is shown, so the address has no error.
  expect(await failing).toEqual({ error: null });
  expect((await findPictures(app.db, [url])).get(url)?.bytes).toHaveLength(pngImage().length);

  const failure: PictureRow = {
    url,
    mediaType: null,
    bytes: null,
    error: "Couldn't reach this address.",
    size: 1000,
    fetchedAt: "2026-11-22T10:00:00.000Z",
    nextFetchAt: "2026-11-22T11:00:00.000Z",
    shownAt: "2026-11-22T10:00:00.000Z",
  };
  // As if this fetch began before the other one stored the picture, and failed afterwards.
  expect(await saveFailure(app.db, failure)).toMatchObject({
    error: null,
    mediaType: "image/png",
    nextFetchAt: failure.nextFetchAt,
  });
  const elsewhere = { ...failure, url: "https://never.example/a.png" };
  expect(await saveFailure(app.db, elsewhere)).toMatchObject({ error: failure.error, bytes: null });
  expect(await saveFailure(app.db, { ...elsewhere, error: "Gone." })).toMatchObject({ error: "Gone." });
});

test("shows a picture even if it cannot be cached", async () => {
  const { app, addressOf, use, show } = await gallery({ "/logo.png": pngImage() });
  await use(addressOf("/logo.png"));
  await refuseWrites(app);
  expect((await show(addressOf("/logo.png"))).status).toBe(200);
});

test("asks a viewer of a slow picture to retry, and then shows it", async () => {
  const { app, use, show } = await gallery();
  const { promise, resolve } = Promise.withResolvers<Uint8Array>();
  app.integrations.pictures = { fetch: () => promise };
  await use("https://slow.example/a.png");
  const reply = await show("https://slow.example/a.png");
  expect([reply.status, reply.headers.get("retry-after")]).toEqual([503, "3"]);
  resolve(pngImage());
  await expect.poll(async () => (await show("https://slow.example/a.png")).status).toBe(200);
});

test("limits the number of addresses that a person can make the server request", async () => {
  const { app, cookie, origin } = await gallery({}, { RATE_LIMITS: "on" });
  app.integrations.pictures = { fetch: (url) => Promise.reject(new OutboundError("unreachable", url)) };
  const statuses: number[] = [];
  for (let asked = 0; asked < 121; asked += 1) {
    const url = `https://many.example/${asked}.png`;
    statuses.push(
      (await restClient(origin).call("POST", "/trpc/pictures.check", { url }, { cookie })).status,
    );
  }
  expect([statuses.indexOf(429), statuses.length]).toEqual([120, 121]);
});

test("limits one person's share of outgoing requests", async () => {
  const { app, user } = await gallery();
  const other = await buildPerson(app, "grace");
  const { promise, resolve } = Promise.withResolvers<Uint8Array>();
  app.integrations.pictures = { fetch: () => promise };
  const asked = Array.from({ length: 61 }, (_, index) =>
    checkPicture(app, user, `https://slow.example/${index}.png`).then(
      () => "shown",
      (error: unknown) => (error instanceof Error ? error.message : ""),
    ),
  );
  const othersPicture = checkPicture(app, other.user, "https://slow.example/other.png");
  expect(await Promise.race(asked)).toBe("Too many requests. Try again in 5 seconds.");
  resolve(pngImage());
  expect((await Promise.all(asked)).filter((outcome) => outcome === "shown")).toHaveLength(60);
  expect(await othersPicture).toEqual({ error: null });
});

test("shows cached pictures in the deck, and requests no others", async () => {
  const { addressOf, use, check, hits, origin, cookie } = await gallery({
    "/a.png": pngImage(31, 17),
    "/b.png": pngImage(),
  });
  await check(addressOf("/a.png"));
  await use(addressOf("/a.png"));
  await use(addressOf("/b.png"));
  const reply = await fetch(`${origin}/api/ai-tools/export/slides`, { headers: { cookie } });
  const files = [...unzipFiles(await reply.arrayBuffer())];
  const media = files.filter(([name]) => name.endsWith(".png"));
  expect(media.map(([, bytes]) => bytes)).toContainEqual(pngImage(31, 17));
  expect(hits("/b.png")).toBe(0);
});

test("returns only cached pictures without a request", async () => {
  const { app, addressOf, check, hits } = await gallery({ "/a.png": pngImage(), "/b.png": pngImage() });
  await check(addressOf("/a.png"));
  await check(addressOf("/none.png"));
  const found = await findPictures(app.db, ["/a.png", "/b.png", "/none.png"].map(addressOf));
  expect(found).toEqual(new Map([[addressOf("/a.png"), { bytes: pngImage(), mediaType: "image/png" }]]));
  expect(hits("/b.png")).toBe(0);
  expect(await findPictures(app.db, [])).toEqual(new Map());
});
