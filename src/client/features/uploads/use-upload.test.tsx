import { act, renderHook } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";

import { mswServer, startBackend } from "#tests/support/msw-server.ts";
import { toast } from "#tests/support/shown.ts";
import { Surroundings } from "#tests/support/surroundings.tsx";

import { useUpload } from "./upload-field.tsx";

beforeEach(async () => {
  const backend = await startBackend();
  await backend.signInAs({ username: "maria" });
});

const picture = new File(["bytes"], "logo.png", { type: "image/png" });

/** Returns the path of the stored picture, or null after a failure. */
async function upload(file: File): Promise<string | null> {
  const { result } = renderHook(useUpload, { wrapper: Surroundings });
  return act(() => result.current(file, () => undefined).catch(() => null));
}

test("sends a picture with its type to the upload address", async () => {
  let sent: string | null = null;
  mswServer.use(
    http.put("*/storage/*", ({ request }) => {
      sent = request.headers.get("content-type");
      return new HttpResponse(null, { status: 200 });
    }),
  );
  expect(await upload(picture)).toMatch(/^\/public-objects\/logos\/[^/]+\.png$/u);
  expect(sent).toBe("image/png");
  expect(await toast("Upload successful")).toBeVisible();
  expect(await toast("Image has been uploaded successfully")).toBeVisible();
});

test("refuses a file that is too large or not an image at once", async () => {
  const large = new File([new Uint8Array(5_242_881)], "logo.png", { type: "image/png" });
  expect(await upload(large)).toBeNull();
  expect(await toast("File too large")).toBeVisible();
  expect(await toast("File must be smaller than 5MB")).toBeVisible();
  expect(await upload(new File(["a"], "a.pdf", { type: "application/pdf" }))).toBeNull();
});

test("shows the server's reason for refusing a picture", async () => {
  const message = "This SVG contains a script";
  mswServer.use(http.put("*/storage/*", () => HttpResponse.json({ message }, { status: 415 })));
  expect(await upload(picture)).toBeNull();
  expect(await toast("Upload failed")).toBeVisible();
  expect(await toast(message)).toBeVisible();
});

test("shows server and network errors without internals", async () => {
  mswServer.use(http.put("*/storage/*", () => HttpResponse.json({ message: "inside" }, { status: 500 })));
  expect(await upload(picture)).toBeNull();
  expect(await toast("Failed to upload image. Please try again.")).toBeVisible();
});

test("sends nothing without an upload URL", async () => {
  mswServer.use(http.post("*/trpc/uploads.createAddress", () => HttpResponse.error()));
  expect(await upload(picture)).toBeNull();
  expect(await toast("Failed to get upload URL")).toBeVisible();
});
