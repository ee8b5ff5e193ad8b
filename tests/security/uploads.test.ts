import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";

import { expect, onTestFinished, test } from "vitest";

import { cleanUp } from "#server/kernel/jobs/cleanup.service.ts";
import { MAX_UPLOAD_BYTES } from "#shared/pictures/image-rules.ts";
import { quietWork } from "#tests/support/found.ts";
import { gifImage, pngImage, pngOfLength, svgImage } from "#tests/support/images.ts";
import { type RestClient, restClient, signedUp } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";
import { addressFor, bytesOf, put, uploadServer } from "#tests/support/uploading.ts";

const png = bytesOf(pngImage());
const HOUR = 3_600_000;

test("U3: an extension is an accepted one in any case, jpg by default, and never a part of a path", async () => {
  const { ada } = await uploadServer();
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

test("U1: a visitor gets no upload address and can't use one", async () => {
  const { origin, ada } = await uploadServer();
  const visitor = restClient(origin);
  const unauthorized = { status: 401, body: { message: "Unauthorized" } };
  expect(await visitor.call("POST", "/api/logos/upload", {})).toMatchObject(unauthorized);
  expect(await put(visitor, await addressFor(ada, "png"), png)).toMatchObject(unauthorized);
});

test("C1: another site can't make a browser upload", async () => {
  const { ada } = await uploadServer();
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
])("U2: an address with %s is refused, and nothing is stored", async (_what, change) => {
  const { app, ada } = await uploadServer();
  expect(await put(ada, change(await addressFor(ada, "png")), png)).toMatchObject(NOT_VALID);
  expect(await app.db.selectFrom("images").select("file").execute()).toEqual([]);
});

test("U2: an address works only for the person who requested it", async () => {
  const { origin, ada } = await uploadServer();
  const bob = await signedUp(origin, "bob");
  const address = await addressFor(ada, "png");
  expect(await put(bob, address, png)).toMatchObject(NOT_VALID);
  expect((await put(ada, address, png)).status).toBe(200);
});

test("U1: an address works once, and its file is never replaced", async () => {
  const { origin, ada } = await uploadServer();
  const used = {
    status: 403,
    body: { message: "This upload link was already used. Choose the file again." },
  };
  const address = await addressFor(ada, "svg");
  const first = bytesOf(svgImage());
  const { body } = await put(ada, address, first);
  expect(await put(ada, address, bytesOf(svgImage("<g/>")))).toMatchObject(used);
  expect(await (await fetch(origin + body.path)).text()).toBe(svgImage().toString());
});

/** Starts uploads that declare the largest size, send a few bytes and then nothing. Counts the replies. */
async function beginMany(client: RestClient, addresses: readonly string[]) {
  const statuses: number[] = [];
  const uploads = addresses.map((address) => {
    const headers = {
      cookie: client.cookie(),
      "content-type": "image/png",
      "content-length": MAX_UPLOAD_BYTES,
    };
    const upload = httpRequest(address, { method: "PUT", headers, agent: false }, (response) => {
      statuses.push(response.statusCode ?? 0);
      response.resume();
    });
    upload.on("error", () => {});
    upload.write(png);
    return upload;
  });
  onTestFinished(() => breakOff());
  const breakOff = () => {
    for (const upload of uploads) upload.destroy();
  };
  return { statuses, breakOff };
}

/** Uploads without declaring a length. */
const stream = (client: RestClient, address: string, body: Readable) =>
  new Promise((resolve, reject) => {
    const headers = { cookie: client.cookie(), "content-type": "image/png" };
    const upload = httpRequest(address, { method: "PUT", headers, agent: false }, (response) => {
      let text = "";
      response.on("data", (part: Buffer) => (text += part.toString()));
      response.on("end", () => {
        resolve({ status: response.statusCode, headers: response.headers, body: JSON.parse(text) });
        upload.destroy();
      });
    });
    upload.on("error", reject);
    body.pipe(upload);
  });

const severalAddresses = (client: RestClient, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => addressFor(client, "png")));

test("an upload whose sender signs out before it ends is refused", async () => {
  const { app, ada } = await uploadServer();
  const address = await addressFor(ada, "png");
  const headers = {
    cookie: ada.cookie(),
    "content-type": "image/png",
    "content-length": png.length,
    expect: "100-continue",
  };
  const upload = httpRequest(address, { method: "PUT", headers, agent: false });
  const reply = once(upload, "response");
  upload.flushHeaders();
  await once(upload, "continue");
  await expect.poll(async () => (await put(ada, address, png)).status).toBe(409);
  await ada.call("POST", "/api/logout", {});
  upload.end(png);
  expect(await reply).toMatchObject([{ statusCode: 401 }]);
  expect(await app.db.selectFrom("images").select("file").execute()).toEqual([]);
});

test("U1: an address accepts one upload at a time, and the next after it was interrupted", async () => {
  const { ada } = await uploadServer();
  const address = await addressFor(ada, "png");
  const { statuses, breakOff } = await beginMany(
    ada,
    Array.from({ length: 20 }, () => address),
  );
  await expect.poll(() => statuses, { timeout: 20_000 }).toEqual(Array.from({ length: 19 }, () => 409));
  expect(await put(ada, address, png)).toMatchObject({
    status: 409,
    body: { message: "This file is already being uploaded. Choose the file again." },
  });
  breakOff();
  await expect.poll(async () => (await put(ada, address, png)).status, { timeout: 20_000 }).toBe(200);
});

test("U6: one person's concurrent uploads are limited, and others still work", async () => {
  const { origin, ada } = await uploadServer();
  const bob = await signedUp(origin, "bob");
  const { statuses, breakOff } = await beginMany(ada, await severalAddresses(ada, 7));
  await expect.poll(() => statuses, { timeout: 20_000 }).toEqual([429, 429, 429]);
  const address = await addressFor(ada, "png");
  expect(await put(ada, address, png)).toMatchObject({
    status: 429,
    headers: { "retry-after": "5" },
    body: { message: "You're uploading too many files at once. Try again in a moment." },
  });
  expect((await put(bob, await addressFor(bob, "png"), png)).status).toBe(200);
  breakOff();
  await expect.poll(async () => (await put(ada, address, png)).status, { timeout: 20_000 }).toBe(200);
});

test("U6: all people's concurrent uploads are limited, even without a declared length", async () => {
  const { origin, ada } = await uploadServer();
  const people = await Promise.all(["bob", "cleo", "dan"].map((name) => signedUp(origin, name)));
  const begun = await Promise.all(
    people.map(async (person) => beginMany(person, await severalAddresses(person, 4))),
  );
  const listStatuses = () => begun.flatMap(({ statuses }) => statuses);
  await expect.poll(listStatuses, { timeout: 20_000 }).toEqual([503, 503, 503]);
  const address = await addressFor(ada, "png");
  const largest = pngOfLength(MAX_UPLOAD_BYTES);
  expect(await stream(ada, address, Readable.from([largest]))).toMatchObject({
    status: 503,
    headers: { "retry-after": "5" },
    body: { message: "The server is receiving too many files at once. Try again in a moment." },
  });
  for (const { breakOff } of begun) breakOff();
  await expect
    .poll(async () => (await put(ada, address, bytesOf(largest))).status, { timeout: 20_000 })
    .toBe(200);
});

test("U6: refused and stored uploads release their share", async () => {
  const { ada } = await uploadServer();
  const broken = bytesOf(Buffer.alloc(MAX_UPLOAD_BYTES));
  const largest = bytesOf(pngOfLength(MAX_UPLOAD_BYTES));
  for (const file of [broken, broken, broken, largest, largest, largest, largest]) {
    const { status } = await put(ada, await addressFor(ada, "png"), file);
    expect(status).toBe(file === broken ? 415 : 200);
  }
});

const QUOTA_REACHED = { status: 413, body: { message: expect.stringMatching(/^Upload quota reached \(/u) } };

test("U8: nobody stores more images than their quota, and the refusal precedes the upload", async () => {
  const { app, origin, ada } = await uploadServer({ UPLOAD_QUOTA_FILES: "3" });
  const bob = await signedUp(origin, "bob");
  const addresses = await severalAddresses(ada, 3);
  for (const address of addresses) expect((await put(ada, address, png)).status).toBe(200);
  expect(await ada.call("POST", "/api/logos/upload", {})).toMatchObject(QUOTA_REACHED);
  expect((await put(bob, await addressFor(bob, "png"), png)).status).toBe(200);
  expect(await app.db.selectFrom("images").select("file").execute()).toHaveLength(4);
});

test("U8: concurrent uploads don't exceed the quota together", async () => {
  const { app, ada } = await uploadServer({ UPLOAD_QUOTA_FILES: "3" });
  const replies = await Promise.all(
    (await severalAddresses(ada, 8)).map((address) => put(ada, address, png)),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
  for (const reply of replies.filter(({ status }) => status !== 200))
    expect(reply).toMatchObject(QUOTA_REACHED);
  expect(await app.db.selectFrom("images").select("file").execute()).toHaveLength(3);
});

test("U8: nobody stores more megabytes than their quota", async () => {
  const { ada } = await uploadServer({ UPLOAD_QUOTA_MB: "10" });
  const largest = bytesOf(pngOfLength(MAX_UPLOAD_BYTES));
  expect((await put(ada, await addressFor(ada, "png"), largest)).status).toBe(200);
  const second = await addressFor(ada, "png");
  expect(await put(ada, second, largest)).toMatchObject(QUOTA_REACHED);
  expect((await put(ada, second, png)).status).toBe(200);
});

test("U8: unused images of a person over half their quota are deleted after a day, and free space", async () => {
  const { app, origin, ada } = await uploadServer({ UPLOAD_QUOTA_FILES: "2" });
  const bob = await signedUp(origin, "bob");
  const [used] = await Promise.all(
    (await severalAddresses(ada, 2)).map(async (address) => (await put(ada, address, png)).body.path),
  );
  const { body: ofBob } = await put(bob, await addressFor(bob, "png"), png);
  await ada.call("POST", "/api/ai-tools", { name: "Claude", logoUrl: used });
  app.advance(23 * HOUR);
  expect(await cleanUp(app, quietWork())).toEqual({});
  app.advance(HOUR);
  expect(await cleanUp(app, quietWork())).toEqual({ "images over half the quota": 1 });
  expect((await fetch(origin + used)).status).toBe(200);
  expect((await fetch(origin + ofBob.path)).status).toBe(200);
  expect((await put(ada, await addressFor(ada, "png"), png)).status).toBe(200);
});

test("U1: an address works for ten minutes", async () => {
  const { app, ada } = await uploadServer();
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

test("U6: a file of exactly 5 MB is stored, one byte more is refused", async () => {
  const { app, ada } = await uploadServer();
  const largest = bytesOf(pngOfLength(MAX_UPLOAD_BYTES));
  expect((await put(ada, await addressFor(ada, "png"), largest)).status).toBe(200);
  const larger = bytesOf(pngOfLength(MAX_UPLOAD_BYTES + 1));
  expect(await put(ada, await addressFor(ada, "png"), larger)).toMatchObject(TOO_LARGE);
  expect(await app.db.selectFrom("images").select("file").execute()).toHaveLength(1);
});

test("U6: a body without a length is counted while it arrives, and cut off", async () => {
  const { app, ada } = await uploadServer();
  let sent = 0;
  const endless = Readable.from(
    (function* chunks() {
      for (; sent < 2 ** 30; sent += 65_536) yield Buffer.alloc(65_536);
    })(),
  );
  expect(await stream(ada, await addressFor(ada, "png"), endless)).toMatchObject(TOO_LARGE);
  // Data in the sockets' buffers counts as sent too.
  expect(sent).toBeLessThan(4 * MAX_UPLOAD_BYTES);
  expect(await app.db.selectFrom("images").select("file").execute()).toEqual([]);
});

test("U1, U6: an interrupted upload leaves nothing behind, and its address stays valid", async () => {
  const { app, ada } = await uploadServer();
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
    // The server has started to read it.
    upload.on("continue", () => {
      upload.write(png.subarray(0, 20), () => upload.destroy(new Error("gone")));
    });
    upload.flushHeaders();
  });
  expect(await app.db.selectFrom("images").select("file").execute()).toEqual([]);
  // The address is in use until the server notices.
  await expect.poll(async () => (await put(ada, address, png)).status, { timeout: 20_000 }).toBe(200);
});

test.each([
  ["U4: HTML as PNG", "png", Buffer.from("<!doctype html><script>alert(1)</script>"), undefined],
  ["U4: nothing as PNG", "png", Buffer.alloc(0), undefined],
  ["U4: a GIF as PNG", "png", gifImage(), undefined],
  ["U4: a PNG as SVG", "svg", pngImage(), undefined],
  ["U4: a PNG sent as JPEG", "png", pngImage(), "image/jpeg"],
  ["U4: a PNG sent as HTML", "png", pngImage(), "text/html"],
  ["U4: a PNG sent without a type", "png", pngImage(), ""],
  ["U5: a drawing with a script", "svg", svgImage("<script>alert(1)</script>"), undefined],
  ["U5: a drawing with an event handler", "svg", svgImage('<g onload="alert(1)"/>'), undefined],
  ["U5: a drawing with a web page in it", "svg", svgImage("<foreignObject/>"), undefined],
  [
    "U5: a drawing that loads a picture",
    "svg",
    svgImage('<image href="https://evil.example/a.png"/>'),
    undefined,
  ],
  [
    "U5: a drawing that animates a link",
    "svg",
    svgImage('<a><animate attributeName="href" to="javascript:alert(1)"/></a>'),
    undefined,
  ],
  [
    "U5: a drawing with entities",
    "svg",
    Buffer.from(`<!DOCTYPE svg [<!ENTITY a "b">]>${svgImage().toString()}`),
    undefined,
  ],
  ["U5: a compressed drawing", "svg", gzipSync(svgImage()), undefined],
  ["U5: a drawing in UTF-16", "svg", Buffer.from(svgImage().toString(), "utf16le"), undefined],
  ["U9: a picture of 4 gigapixels in a few bytes", "png", pngImage(65_535, 65_535), undefined],
] as const)("%s is refused with a message", async (_what, extension, bytes, type) => {
  const { app, ada } = await uploadServer();
  const { status, body } = await put(ada, await addressFor(ada, extension), bytesOf(bytes), type);
  expect(status).toBe(415);
  expect(body.message).toMatch(/^[A-Z].{20,}/u);
  expect(await app.db.selectFrom("images").select("file").execute()).toEqual([]);
});

test("U4: a GIF that is also a script is served only as a GIF", async () => {
  const { origin, ada } = await uploadServer();
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

/** Sends a raw path, which fetch would normalise. */
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
])("U7: nothing is served at %s", async (path) => {
  const { origin } = await testServer();
  const answer = await rawStatus(origin, `GET ${path}`);
  expect(answer).toMatch(/^HTTP\/1\.1 404 /u);
  expect(answer).toContain('{"message":"Image not found","code":"NOT_FOUND"}');
});
