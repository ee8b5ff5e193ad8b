import { type ErrorRequestHandler, type Request, type Response, Router } from "express";

import type { App } from "#server/app.ts";
import { notFound, tooLarge, unauthorized } from "#server/errors.ts";
import { getImage, openUpload, storeImage } from "#server/features/uploads/uploads.service.ts";
import { type Upload, UploadsInFlight } from "#server/web/limits/uploads-in-flight.ts";
import { onlyMethods, sendImage } from "#server/web/server/replies.ts";
import { named } from "#server/web/server/route-names.ts";
import { authorize } from "#server/web/trpc/access.ts";
import { createContext } from "#server/web/trpc/context.ts";
import { MAX_UPLOAD_BYTES } from "#shared/pictures/image-rules.ts";

/** How long somebody who sends too much has to read the refusal before the connection is cut. */
const LAST_WORDS_MS = 1000;

/** Image bytes in at upload addresses, stored images out to everybody. */
export function publicFiles(app: App): Router {
  const router = Router({ caseSensitive: true });
  const uploads = new UploadsInFlight();
  router.use("/storage", named("upload"), onlyMethods("PUT"), (request, response) =>
    receive(app, uploads, request, response),
  );
  router.use("/storage", refuseTheRest);
  router.use("/public-objects", named("image"), onlyMethods("GET", "HEAD"), (request, response) =>
    serve(app, request, response),
  );
  return router;
}

async function receive(
  app: App,
  uploads: UploadsInFlight,
  request: Request,
  response: Response,
): Promise<void> {
  const context = await createContext(app, request, response);
  const who = await authorize(context, "protected", "write");
  if (!who) throw unauthorized();
  const wanted = await openUpload(app, who.user, {
    file: readFileName(request, "/public/logos/"),
    expires: parameter(request, "expires"),
    signature: parameter(request, "signature"),
    mediaType: request.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "",
  });
  const upload = uploads.begin(wanted.file, who.user.id);
  try {
    const bytes = await readBody(request, upload);
    const path = await storeImage(app, who.user, { ...wanted, bytes }, context.callerGone());
    response.json({ path });
  } finally {
    upload.end();
  }
}

/** A parameter of the address; empty for one that is missing or given twice. */
function parameter(request: Request, name: string): string {
  const value = request.query[name];
  return typeof value === "string" ? value : "";
}

/** The body, for which there is room in memory; what is too much stays unread. */
async function readBody(request: Request, upload: Upload): Promise<Buffer> {
  makeRoom(upload, Number(request.get("content-length") ?? 0));
  const chunks: Buffer[] = [];
  let size = 0;
  // Whatever the Content-Length says: the bytes that come are counted.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    makeRoom(upload, size);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function makeRoom(upload: Upload, bytes: number): void {
  if (bytes > MAX_UPLOAD_BYTES) throw tooLarge();
  upload.makeRoom(bytes);
}

/** Whoever is refused goes on sending for a moment, and then is cut off; at once, the reply would often be cut off too. */
const refuseTheRest: ErrorRequestHandler = (error, request, _response, next) => {
  const cutOff = () => {
    if (!request.complete) request.destroy();
  };
  setTimeout(cutOff, LAST_WORDS_MS).unref();
  next(error);
};

async function serve(app: App, request: Request, response: Response): Promise<void> {
  const file = readFileName(request, "/logos/");
  const { bytes, mediaType } = await getImage(app, file);
  // A name stands for the same bytes for ever.
  const cacheControl = "public, max-age=31536000, immutable";
  sendImage(request, response, { bytes, mediaType, etag: `"${file}"`, cacheControl });
}

/** The file name at the end of a path, taken as it stands: names of ours have nothing that needs an escape. */
function readFileName(request: Request, folder: string): string {
  const [, file] = new RegExp(`^${folder}([\\w-]+\\.\\w+)$`, "u").exec(request.path) ?? [];
  if (file === undefined) throw notFound("Image not found");
  return file;
}
