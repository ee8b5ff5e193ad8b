import { createHash } from "node:crypto";

import { type ErrorRequestHandler, type Request, type Response, Router } from "express";

import type { App } from "#server/app.ts";
import {
  conflict,
  forbidden,
  invalid,
  notFound,
  tooLarge,
  tooMany,
  unauthorized,
  unavailable,
} from "#server/errors.ts";
import { getPicture } from "#server/features/pictures/pictures.service.ts";
import { getImage, validateUpload, storeImage } from "#server/features/uploads/uploads.service.ts";
import { isFromOtherSite } from "#server/web/server/browser-security.ts";
import { onlyMethods, sendImage } from "#server/web/server/replies.ts";
import { withRouteName } from "#server/web/server/request-tally.ts";
import { type Context, createContext } from "#server/web/trpc/context.ts";
import { authorize } from "#server/web/trpc/trpc.ts";
import type { User } from "#shared/accounts/users.ts";
import { httpUrl } from "#shared/kernel/text.ts";
import { brandLogoName, PICTURES_PATH } from "#shared/pictures/brand-logos.ts";
import { MAX_UPLOAD_BYTES } from "#shared/pictures/image-rules.ts";

/** Memory limit of all uploads in progress, in bytes. */
const MAX_BYTES = 50_000_000;
/** Limit for one user: four of the largest uploads, so that others have room too. */
const MAX_BYTES_PER_USER = 4 * MAX_UPLOAD_BYTES;
const RETRY_AFTER_SECONDS = 5;

/** Upload in progress. */
interface Upload {
  /** Reserves memory for this total number of bytes. Throws 429 or 503 if there is too little. */
  reserve(bytes: number): void;
  /** Releases the memory and the address, regardless of how the upload ended. */
  end(): void;
}

/** Limits uploads to one at a time per address, and to a total amount of memory. */
class UploadsInFlight {
  readonly #files = new Set<string>();
  readonly #bytesOf = new Map<string, number>();
  #bytes = 0;

  /** Starts an upload. Throws 409 if another one to the same address is in progress. */
  begin(file: string, userId: string): Upload {
    if (this.#files.has(file)) throw conflict("This file is already being uploaded. Choose the file again.");
    this.#files.add(file);
    let reserved = 0;
    const setReserved = (bytes: number) => {
      this.#bytes += bytes - reserved;
      const bytesOfUser = (this.#bytesOf.get(userId) ?? 0) + bytes - reserved;
      if (bytesOfUser > 0) this.#bytesOf.set(userId, bytesOfUser);
      else this.#bytesOf.delete(userId);
      reserved = bytes;
    };
    return {
      reserve: (bytes) => {
        if (bytes <= reserved) return;
        const added = bytes - reserved;
        if ((this.#bytesOf.get(userId) ?? 0) + added > MAX_BYTES_PER_USER) throw tooManyUploadsOfUser();
        if (this.#bytes + added > MAX_BYTES) throw tooManyUploads();
        setReserved(bytes);
      },
      end: () => {
        setReserved(0);
        this.#files.delete(file);
      },
    };
  }
}

const tooManyUploadsOfUser = () =>
  tooMany(RETRY_AFTER_SECONDS, "You're uploading too many files at once. Try again in a moment.");
const tooManyUploads = () =>
  unavailable("The server is receiving too many files at once. Try again in a moment.", RETRY_AFTER_SECONDS);

/** Time before the connection of an oversized upload is cut, so that the client can read the reply. */
const REPLY_GRACE_MS = 1000;

/** Receives images at upload addresses, and serves stored images without sign-in. */
export function publicFiles(app: App): Router {
  const router = Router({ caseSensitive: true });
  const uploads = new UploadsInFlight();
  router.use("/storage", withRouteName("upload"), onlyMethods("PUT"), (request, response) =>
    receiveUpload(app, uploads, request, response),
  );
  router.use("/storage", abortRejectedUpload);
  router.use("/public-objects", withRouteName("image"), onlyMethods("GET", "HEAD"), (request, response) =>
    serveImage(app, request, response),
  );
  return router;
}

async function receiveUpload(
  app: App,
  uploads: UploadsInFlight,
  request: Request,
  response: Response,
): Promise<void> {
  const context = await createContext(app, request, response);
  const user = await requireUploader(context);
  const wanted = await validateUpload(app, user, {
    file: readFileName(request, "/public/logos/"),
    expires: parameter(request, "expires"),
    signature: parameter(request, "signature"),
    mediaType: request.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "",
  });
  const upload = uploads.begin(wanted.file, user.id);
  try {
    const bytes = await readBody(request, upload);
    // The session may have ended during the upload.
    await requireUploader(await createContext(app, request, response));
    const path = await storeImage(app, user, { ...wanted, bytes }, context.abortSignal());
    response.json({ path });
  } finally {
    upload.end();
  }
}

/** Returns the signed-in user. Throws 401 or 403 for anyone who can't upload. */
async function requireUploader(context: Context): Promise<User> {
  const who = await authorize(context, "protected", "write");
  if (!who) throw unauthorized();
  return who.user;
}

/** Returns a parameter of the address. Empty if it is missing or repeated. */
function parameter(request: Request, name: string): string {
  const value = request.query[name];
  return typeof value === "string" ? value : "";
}

/** Reads the body if there is room in memory. Leaves an oversized body unread. */
async function readBody(request: Request, upload: Upload): Promise<Buffer> {
  reserveMemory(upload, Number(request.get("content-length") ?? 0));
  const chunks: Buffer[] = [];
  let size = 0;
  // Counts the received bytes, regardless of Content-Length.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    reserveMemory(upload, size);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function reserveMemory(upload: Upload, bytes: number): void {
  if (bytes > MAX_UPLOAD_BYTES) throw tooLarge();
  upload.reserve(bytes);
}

/** Cuts off a rejected upload after a delay. An immediate cut would often lose the reply too. */
const abortRejectedUpload: ErrorRequestHandler = (error, request, _response, next) => {
  const cutOff = () => {
    if (!request.complete) request.destroy();
  };
  setTimeout(cutOff, REPLY_GRACE_MS).unref();
  next(error);
};

async function serveImage(app: App, request: Request, response: Response): Promise<void> {
  const file = readFileName(request, "/logos/");
  const { bytes, mediaType } = await getImage(app, file);
  // The content behind a file name never changes.
  const cacheControl = "public, max-age=31536000, immutable";
  sendImage(request, response, { bytes, mediaType, etag: `"${file}"`, cacheControl });
}

/** Returns the file name at the end of a path, without decoding: our names need no escapes. */
function readFileName(request: Request, folder: string): string {
  const [, file] = new RegExp(`^${folder}([\\w-]+\\.\\w+)$`, "u").exec(request.path) ?? [];
  if (file === undefined) throw notFound("Image not found");
  return file;
}

/** Serves the logos of well-known tools, without sign-in. */
export function brandLogoFiles(app: App): Router {
  const router = Router({ caseSensitive: true });
  router.use("/brand-logos", withRouteName("image"), onlyMethods("GET", "HEAD"), (request, response) =>
    sendBrandLogo(app, request, response),
  );
  return router;
}

async function sendBrandLogo(app: App, request: Request, response: Response): Promise<void> {
  const name = brandLogoName(`${request.baseUrl}${request.path}`);
  const bytes = name === undefined ? null : await app.brandLogos(name, "svg");
  if (!bytes) throw notFound("Image not found");
  const etag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
  // A logo changes with its brand, in a new version of the product.
  const cacheControl = "public, max-age=86400";
  sendImage(request, response, { bytes, mediaType: "image/svg+xml", etag, cacheControl });
}

/** A site may change a picture, so browsers request it again after a day. */
const CACHE_CONTROL = "private, max-age=86400";

/** Serves other sites' pictures to signed-in users, so that browsers contact only this server. */
export function pictures(app: App): Router {
  const router = Router({ caseSensitive: true });
  router.use(PICTURES_PATH, withRouteName("image"), onlyMethods("GET", "HEAD"), (request, response) =>
    servePicture(app, request, response),
  );
  return router;
}

async function servePicture(app: App, request: Request, response: Response): Promise<void> {
  const who = await authorize(await createContext(app, request, response), "protected", "read");
  if (!who) throw unauthorized();
  // Otherwise, another site could use a link to probe the cache or cause a fetch.
  if (isFromOtherSite(request)) throw forbidden("Requests from other sites are not allowed");
  const { data: url } = httpUrl.safeParse(request.query["url"]);
  if (url === undefined) throw invalid("Pass the address of an image as url", "url");
  const { bytes, mediaType, etag } = await getPicture(app, who.user, url);
  sendImage(request, response, { bytes, mediaType, etag, cacheControl: CACHE_CONTROL });
}
