import { act, renderHook } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";

import { mswServer, startBackend } from "#tests/support/msw-server.ts";
import { toast } from "#tests/support/shown.ts";
import { Surroundings } from "#tests/support/surroundings.tsx";

import { useUpload } from "./use-upload.ts";

beforeEach(async () => {
  const backend = await startBackend();
  await backend.signInAs({ username: "maria" });
});

const picture = new File(["bytes"], "logo.png", { type: "image/png" });

/** The path of the stored picture, or null where that failed. */
async function upload(file: File): Promise<string | null> {
  const { result } = renderHook(useUpload, { wrapper: Surroundings });
  return act(() => result.current(file, () => undefined).catch(() => null));
}

test("a picture is sent with its type to the address that the server gave", async () => {
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

test("a file that is too large, or no image, is refused at once", async () => {
  const large = new File([new Uint8Array(5_242_881)], "logo.png", { type: "image/png" });
  expect(await upload(large)).toBeNull();
  expect(await toast("File too large")).toBeVisible();
  expect(await toast("File must be smaller than 5MB")).toBeVisible();
  expect(await upload(new File(["a"], "a.pdf", { type: "application/pdf" }))).toBeNull();
});

test("what the server says against a picture is told", async () => {
  const message = "This SVG contains a script";
  mswServer.use(http.put("*/storage/*", () => HttpResponse.json({ message }, { status: 415 })));
  expect(await upload(picture)).toBeNull();
  expect(await toast("Upload failed")).toBeVisible();
  expect(await toast(message)).toBeVisible();
});

test("an error of the server or the network is shown without its internals", async () => {
  mswServer.use(http.put("*/storage/*", () => HttpResponse.json({ message: "inside" }, { status: 500 })));
  expect(await upload(picture)).toBeNull();
  expect(await toast("Failed to upload image. Please try again.")).toBeVisible();
});

test("without an address nothing is sent", async () => {
  mswServer.use(http.post("*/trpc/uploads.createAddress", () => HttpResponse.error()));
  expect(await upload(picture)).toBeNull();
  expect(await toast("Failed to get upload URL")).toBeVisible();
});
