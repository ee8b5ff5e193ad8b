import { expect, test } from "vitest";

import { findImages } from "#server/features/uploads/uploads.queries.ts";
import type { ImageExtension } from "#shared/pictures/image-rules.ts";
import { avifImage, gifImage, jpegImage, pngImage, svgImage, webpImage } from "#tests/support/images.ts";
import { testServer } from "#tests/support/test-app.ts";
import { addressFor, bytesOf, put, typeOf, uploadServer } from "#tests/support/uploading.ts";

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
  "a %s is stored and served to everyone unchanged",
  async (extension, image) => {
    const { app, origin, ada } = await uploadServer();
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

test("without upload addresses, no images are found", async () => {
  const { app } = await testServer();
  expect(await findImages(app.db, [])).toEqual(new Map());
});

test("an image supports HEAD, and 304 if cached", async () => {
  const { origin, ada } = await uploadServer();
  const { body } = await put(ada, await addressFor(ada, "png"), bytesOf(pngImage()));
  const head = await fetch(origin + body.path, { method: "HEAD" });
  expect(head.status).toBe(200);
  expect(head.headers.get("content-length")).toBe(String(pngImage().length));
  const headers = { "if-none-match": head.headers.get("etag") ?? "" };
  expect((await fetch(origin + body.path, { headers })).status).toBe(304);
  expect((await fetch(origin + body.path, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  const other = await fetch(origin + body.path, { method: "DELETE" });
  expect([other.status, other.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});
