import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { Readable } from "node:stream";

import { expect, test } from "vitest";

import { findImages } from "#server/features/uploads/uploads.queries.ts";
import { IMAGE_TYPES, type ImageExtension, MAX_UPLOAD_BYTES } from "#shared/image-rules.ts";
import {
  avifImage,
  gifImage,
  jpegImage,
  pngImage,
  pngOfLength,
  svgImage,
  webpImage,
} from "#tests/support/images.ts";
import { type RestClient, restClient, signedUp } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

async function start() {
  const { app, origin } = await testServer();
  return { app, origin, ada: await signedUp(origin, "ada") };
}

async function addressFor(client: RestClient, fileExtension: string): Promise<string> {
  const { body } = await client.call("POST", "/api/logos/upload", { fileExtension });
  return body.uploadURL;
}

const typeOf = (address: string): string => {
  const extension = Object.keys(IMAGE_TYPES).find((ending) =>
    new URL(address).pathname.endsWith(`.${ending}`),
  );
  return new Map<string, string>(Object.entries(IMAGE_TYPES)).get(extension ?? "") ?? "image/png";
};

async function put(
  client: RestClient,
  address: string,
  bytes: Uint8Array<ArrayBuffer>,
  type = typeOf(address),
) {
  const response = await fetch(address, {
    method: "PUT",
    headers: { cookie: client.cookie(), "content-type": type },
    body: bytes,
  });
  return { status: response.status, body: await response.json() };
}

const bytesOf = (buffer: Buffer) => new Uint8Array(buffer);
const png = bytesOf(pngImage());

const images: Record<ImageExtension, Buffer> = {
  png: pngImage(),
  jpg: jpegImage(),
  jpeg: jpegImage(),
  gif: gifImage(),
  webp: webpImage(),
  avif: avifImage(),
  svg: svgImage(),
};

test.each(Object.entries(images))(
  "a %s is stored and served to everybody as it came",
  async (extension, image) => {
    const { app, origin, ada } = await start();
    const address = await addressFor(ada, extension);
    expect(address).toMatch(
      new RegExp(
        `^${origin}/storage/public/logos/[0-9a-f-]{36}\\.${extension}\\?expires=\\d+&signature=[\\w-]+$`,
        "u",
      ),
    );
    const { status, body } = await put(ada, address, bytesOf(image));
    expect(status).toBe(200);
    expect(body.path).toBe(new URL(address).pathname.replace("/storage/public/", "/public-objects/"));

    const served = await fetch(origin + body.path);
    expect(served.status).toBe(200);
    expect(Buffer.from(await served.arrayBuffer())).toEqual(image);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      "content-type": typeOf(address),
      "content-length": String(image.length),
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(
      await findImages(app.db, [body.path, "https://example.org/a.png", "/public-objects/logos/none.png"]),
    ).toEqual(new Map([[body.path, { bytes: image, mediaType: typeOf(address) }]]));
  },
);

test("no addresses, no images", async () => {
  const { app } = await testServer();
  expect(await findImages(app.db, [])).toEqual(new Map());
});

test("an image answers HEAD, and 304 to whoever has it", async () => {
  const { origin, ada } = await start();
  const { body } = await put(ada, await addressFor(ada, "png"), png);
  const head = await fetch(origin + body.path, { method: "HEAD" });
  expect(head.status).toBe(200);
  expect(head.headers.get("content-length")).toBe(String(png.length));
  const headers = { "if-none-match": head.headers.get("etag") ?? "" };
  expect((await fetch(origin + body.path, { headers })).status).toBe(304);
  expect((await fetch(origin + body.path, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  const other = await fetch(origin + body.path, { method: "DELETE" });
  expect([other.status, other.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

test("the extension is one of ours in any case, and jpg unless said", async () => {
  const { ada } = await start();
  expect(await addressFor(ada, "PNG")).toContain(".png?");
  const { body } = await ada.call("POST", "/api/logos/upload", {});
  expect(body.uploadURL).toContain(".jpg?");
  const odd = [
    "../../x",
    "html",
    "php",
    "png%00.html",
    "png\u0000",
    "png/../../db",
    ".",
    "",
    "x".repeat(300),
    5,
    null,
    ["png"],
  ];
  for (const fileExtension of odd) {
    const { status } = await ada.call("POST", "/api/logos/upload", { fileExtension });
    expect({ fileExtension, status }).toEqual({ fileExtension, status: 400 });
  }
});

test("a visitor gets no upload address and cannot use one", async () => {
  const { origin, ada } = await start();
  const visitor = restClient(origin);
  const unauthorized = { status: 401, body: { message: "Unauthorized" } };
  expect(await visitor.call("POST", "/api/logos/upload", {})).toMatchObject(unauthorized);
  expect(await put(visitor, await addressFor(ada, "png"), png)).toMatchObject(unauthorized);
});

test("another site cannot make a browser upload", async () => {
  const { ada } = await start();
  const response = await fetch(await addressFor(ada, "png"), {
    method: "PUT",
    headers: { cookie: ada.cookie(), "content-type": "image/png", origin: "https://evil.example" },
    body: png,
  });
  expect(response.status).toBe(403);
});

/** Changes the last character of a parameter. */
function tampered(address: string, name: string): string {
  const url = new URL(address);
  const value = url.searchParams.get(name) ?? "";
  url.searchParams.set(name, value.slice(0, -1) + (value.endsWith("1") ? "2" : "1"));
  return url.href;
}

function without(address: string, name: string): string {
  const url = new URL(address);
  url.searchParams.delete(name);
  return url.href;
}

const NOT_VALID = {
  status: 403,
  body: { message: "This upload link is invalid. Choose the file again." },
};

test.each([
  ["another signature", (address: string) => tampered(address, "signature")],
  ["another expiry", (address: string) => tampered(address, "expires")],
  ["another name", (address: string) => address.replace(/.(?=\.png)/u, (last) => (last === "0" ? "1" : "0"))],
  ["another extension", (address: string) => address.replace(".png", ".svg")],
  ["a longer signature", (address: string) => `${address}A`],
  ["no signature", (address: string) => without(address, "signature")],
  ["no expiry", (address: string) => without(address, "expires")],
  ["an empty signature", (address: string) => `${without(address, "signature")}&signature=`],
  [
    "two signatures",
    (address: string) => `${address}&signature=${new URL(address).searchParams.get("signature")}`,
  ],
  ["two expiries", (address: string) => `${address}&expires=${new URL(address).searchParams.get("expires")}`],
])("an address with %s is refused, and nothing is stored", async (_what, change) => {
  const { app, ada } = await start();
  expect(await put(ada, change(await addressFor(ada, "png")), png)).toMatchObject(NOT_VALID);
  expect(await app.db.selectFrom("images").select("file").execute()).toEqual([]);
});

test("an address works for the user who asked for it alone", async () => {
  const { origin, ada } = await start();
  const bob = await signedUp(origin, "bob");
  const address = await addressFor(ada, "png");
  expect(await put(bob, address, png)).toMatchObject(NOT_VALID);
  expect((await put(ada, address, png)).status).toBe(200);
});

test("an address works once, also for two uploads at the same time", async () => {
  const { origin, ada } = await start();
  const used = {
    status: 403,
    body: { message: "This upload link was already used. Choose the file again." },
  };
  const address = await addressFor(ada, "svg");
  const first = bytesOf(svgImage());
  const { body } = await put(ada, address, first);
  expect(await put(ada, address, bytesOf(svgImage("<g/>")))).toMatchObject(used);
  expect(await (await fetch(origin + body.path)).text()).toBe(svgImage().toString());

  const another = await addressFor(ada, "png");
  const replies = await Promise.all([put(ada, another, png), put(ada, another, png)]);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 403]));
});

test("an address works for ten minutes", async () => {
  const { app, ada } = await start();
  const [early, late] = [await addressFor(ada, "png"), await addressFor(ada, "png")];
  app.advance(10 * 60_000 - 1);
  expect((await put(ada, early, png)).status).toBe(200);
  app.advance(1);
  expect(await put(ada, late, png)).toMatchObject({
    status: 403,
    body: { message: "This upload link has expired. Choose the file again." },
  });
});

const TOO_LARGE = { status: 413, body: { message: "File must be smaller than 5MB" } };

test("a file of exactly 5 MB is stored, one byte more is refused", async () => {
  const { app, ada } = await start();
  const largest = bytesOf(pngOfLength(MAX_UPLOAD_BYTES));
  expect((await put(ada, await addressFor(ada, "png"), largest)).status).toBe(200);
  const larger = bytesOf(pngOfLength(MAX_UPLOAD_BYTES + 1));
  expect(await put(ada, await addressFor(ada, "png"), larger)).toMatchObject(TOO_LARGE);
  expect(await app.db.selectFrom("images").select("file").execute()).toHaveLength(1);
});

test("a body without a length is counted as it comes, and cut", async () => {
  const { app, ada } = await start();
  const address = await addressFor(ada, "png");
  let sent = 0;
  const endless = Readable.from(
    (function* chunks() {
      for (; sent < 2 ** 30; sent += 65_536) yield Buffer.alloc(65_536);
    })(),
  );
  const reply = await new Promise((resolve, reject) => {
    const upload = httpRequest(
      address,
      { method: "PUT", headers: { cookie: ada.cookie(), "content-type": "image/png" } },
      (response) => {
        let text = "";
        response.on("data", (part: Buffer) => (text += part.toString()));
        response.on("end", () => {
          resolve({ status: response.statusCode, body: JSON.parse(text) });
          upload.destroy();
        });
      },
    );
    upload.on("error", reject);
    endless.pipe(upload);
  });
  expect(reply).toMatchObject(TOO_LARGE);
  // What lies in the sockets' buffers counts as sent too.
  expect(sent).toBeLessThan(4 * MAX_UPLOAD_BYTES);
  expect(await app.db.selectFrom("images").select("file").execute()).toEqual([]);
});

test("an upload that breaks off leaves nothing behind, and its address good", async () => {
  const { app, ada } = await start();
  const address = await addressFor(ada, "png");
  await new Promise((resolve) => {
    const headers = {
      cookie: ada.cookie(),
      "content-type": "image/png",
      "content-length": png.length,
      expect: "100-continue",
    };
    const upload = httpRequest(address, { method: "PUT", headers });
    upload.on("error", resolve);
    // The server has begun to listen to it.
    upload.on("continue", () => {
      upload.write(png.subarray(0, 20), () => upload.destroy(new Error("gone")));
    });
    upload.flushHeaders();
  });
  expect(await app.db.selectFrom("images").select("file").execute()).toEqual([]);
  expect((await put(ada, address, png)).status).toBe(200);
});

test.each([
  ["HTML", "png", Buffer.from("<!doctype html><script>alert(1)</script>"), undefined],
  ["nothing", "png", Buffer.alloc(0), undefined],
  ["a GIF as PNG", "png", gifImage(), undefined],
  ["a PNG as SVG", "svg", pngImage(), undefined],
  ["a PNG sent as JPEG", "png", pngImage(), "image/jpeg"],
  ["a PNG sent as HTML", "png", pngImage(), "text/html"],
  ["a PNG sent without a type", "png", pngImage(), ""],
  ["a picture of 4 gigapixels", "png", pngImage(65_535, 65_535), undefined],
  ["a drawing with a script", "svg", svgImage("<script>alert(1)</script>"), undefined],
  ["a drawing with an event handler", "svg", svgImage('<g onload="alert(1)"/>'), undefined],
] as const)("%s is refused with a sentence", async (_what, extension, bytes, type) => {
  const { app, ada } = await start();
  const { status, body } = await put(ada, await addressFor(ada, extension), bytesOf(bytes), type);
  expect(status).toBe(415);
  expect(body.message).toMatch(/^[A-Z].{20,}/u);
  expect(await app.db.selectFrom("images").select("file").execute()).toEqual([]);
});

test("a GIF that is a script too is served as a GIF and nothing else", async () => {
  const { origin, ada } = await start();
  const polyglot = Buffer.concat([gifImage(), Buffer.from("<script>alert(1)</script>")]);
  const { body } = await put(
    ada,
    await addressFor(ada, "gif"),
    bytesOf(polyglot),
    "image/gif; charset=utf-8",
  );
  const { headers } = await fetch(origin + body.path);
  expect([headers.get("content-type"), headers.get("x-content-type-options")]).toEqual([
    "image/gif",
    "nosniff",
  ]);
});

/** Sends a path as it stands, which fetch would tidy up. */
const rawStatus = (origin: string, line: string) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${line} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
    });
    let text = "";
    socket.on("data", (part) => (text += part.toString()));
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
  });

test.each([
  "/public-objects",
  "/public-objects/",
  "/public-objects/logos",
  "/public-objects/logos/",
  "/public-objects/logos/..",
  "/public-objects/logos/../../package.json",
  "/public-objects/logos/..%2f..%2fpackage.json",
  "/public-objects/logos/%2e%2e/%2e%2e/data/stackloop.db",
  "/public-objects/logos/..%5c..%5cstackloop.db",
  "/public-objects/logos/%00.png",
  "/public-objects/logos/a%00.png",
  "/public-objects/logos/stackloop.db",
  "/public-objects/logos/none.png",
  "/public-objects/other/none.png",
])("nothing is served at %s", async (path) => {
  const { origin } = await testServer();
  const answer = await rawStatus(origin, `GET ${path}`);
  expect(answer).toMatch(/^HTTP\/1\.1 404 /u);
  expect(answer).toContain('{"message":"Image not found","code":"NOT_FOUND"}');
});
