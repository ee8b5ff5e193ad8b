import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";

import type { App, Db } from "#server/app.ts";
import { forbidden, isTooLarge, notFound, tooLarge, unsupportedType } from "#server/errors.ts";
import type { User } from "#shared/accounts/users.ts";
import { IMAGE_TYPES, type ImageExtension, UPLOADS_FOLDER } from "#shared/pictures/image-rules.ts";
import { UPLOAD_ADDRESS_MINUTES, uploadRequestSchema } from "#shared/pictures/uploads.ts";

import type { FoundImage } from "./image-check.ts";
import { findImage, hasImage, lockUploads, insertImage, sumImages } from "./uploads.queries.ts";

/** Parameters of an upload URL that its signature covers. */
interface UploadGrant {
  file: string;
  /** Milliseconds since 1970, as written in the URL. */
  expires: string;
  userId: string;
}

/** Signs an upload URL, so that nobody can forge it, extend it or use it as another user. */
const signUpload = (key: Uint8Array, { file, expires, userId }: UploadGrant): string =>
  createHmac("sha256", key).update([file, expires, userId].join("\n")).digest("base64url");

/** True if the signature is valid for the grant. Takes constant time. */
function isUploadSignature(key: Uint8Array, grant: UploadGrant, signature: string): boolean {
  // Compares texts instead of bytes, because several base64url texts can decode to the same bytes.
  const expected = Buffer.from(signUpload(key, grant));
  const received = Buffer.from(signature);
  return received.length === expected.length && timingSafeEqual(received, expected);
}

/** Throws 413 if the user's quota has no room for another image of this size. */
async function checkQuota(
  { uploadQuotaBytes, uploadQuotaFiles }: App["config"],
  db: Db,
  userId: string,
  size: number,
): Promise<void> {
  const { files, bytes } = await sumImages(db, userId);
  if (files + 1 > uploadQuotaFiles) throw quotaReached(`${uploadQuotaFiles} images`);
  if (bytes + size > uploadQuotaBytes) throw quotaReached(`${uploadQuotaBytes / 1_000_000} MB`);
}

const quotaReached = (quota: string) =>
  tooLarge(
    `Upload quota reached (${quota} per person). Paste the web address of an image instead, or wait a day until images you uploaded but don't use are deleted. An administrator can raise the quota.`,
  );

interface StoredImage {
  bytes: Uint8Array;
  mediaType: string;
}

/** Creates a URL to which this user can upload one image. It expires after some minutes. */
export async function createUploadAddress(
  app: App,
  user: User,
  { fileExtension }: { fileExtension: ImageExtension },
): Promise<{ uploadURL: string }> {
  await app.storage.refuseWhenLow();
  await app.limits.uploads.count(user.id);
  await checkQuota(app.config, app.db, user.id, 1);
  const file = newFileName(fileExtension);
  const expires = String(app.now().getTime() + UPLOAD_ADDRESS_MINUTES * 60_000);
  const signature = signUpload(app.signingKey, { file, expires, userId: user.id });
  const query = new URLSearchParams({ expires, signature });
  return { uploadURL: `${app.publicUrl}/storage/public/logos/${file}?${query.toString()}` };
}

/** Parts of an upload request, before validation. */
interface UploadRequest {
  file: string;
  expires: string;
  signature: string;
  mediaType: string;
}

/**
 * Validates an upload before its bytes are read. Returns its file name and extension. Throws 403 for an invalid,
 * expired or used upload URL.
 */
export async function validateUpload(
  app: App,
  user: User,
  { file, expires, signature, mediaType }: UploadRequest,
): Promise<{ file: string; extension: ImageExtension }> {
  if (!isUploadSignature(app.signingKey, { file, expires, userId: user.id }, signature)) {
    app.log.warn({ userId: user.id }, "refused: invalid upload link");
    throw forbidden("This upload link is invalid. Choose the file again.");
  }
  if (app.now().getTime() >= Number(expires)) {
    throw forbidden("This upload link has expired. Choose the file again.");
  }
  await app.storage.refuseWhenLow();
  if (await hasImage(app.db, file)) throw linkAlreadyUsed();
  const { fileExtension: extension } = uploadRequestSchema.parse({ fileExtension: file.split(".")[1] });
  if (mediaType !== IMAGE_TYPES[extension]) {
    throw unsupportedType(`Send this file with the content type ${IMAGE_TYPES[extension]}`);
  }
  return { file, extension };
}

interface NewImage {
  bytes: Uint8Array;
  extension: ImageExtension;
  /** Defaults to a new file name. */
  file?: string;
}

/**
 * Stores an image if it is safe and matches its extension. Returns the path at which it is served. `signal` aborts the
 * check.
 */
export async function storeImage(
  app: App,
  user: User,
  image: NewImage,
  signal: AbortSignal,
): Promise<string> {
  const { bytes, extension } = image;
  const issue = await app.workers.run("uploads.check", { bytes, extension }, { signal });
  if (issue !== null) throw unsupportedType(issue);
  return storeChecked(app, user, image);
}

/** Stores an external image. Detects its type. Returns the path at which it is served. */
export async function storeFoundImage(app: App, user: User, bytes: Uint8Array): Promise<string> {
  const image = await checkFoundImage(app, bytes);
  if ("error" in image) throw unsupportedType(image.error);
  return storeChecked(app, user, image);
}

/** Checks an external image like an upload. `error` is a sentence for the user. */
export async function checkFoundImage(app: App, bytes: Uint8Array): Promise<FoundImage | { error: string }> {
  try {
    return await app.workers.run("uploads.find", bytes, { signal: undefined });
  } catch (error) {
    if (isTooLarge(error)) return { error: "This image is too complex." };
    throw error;
  }
}

async function storeChecked(
  app: App,
  user: User,
  { bytes, extension, ...options }: NewImage,
): Promise<string> {
  await app.storage.refuseWhenLow();
  const { file = newFileName(extension) } = options;
  // Checks the quota in the same transaction. Otherwise, concurrent uploads could exceed it.
  await app.db.transaction().execute(async (db) => {
    await lockUploads(db);
    if (await hasImage(db, file)) throw linkAlreadyUsed();
    await checkQuota(app.config, db, user.id, bytes.length);
    await insertImage(db, {
      file,
      mediaType: IMAGE_TYPES[extension],
      bytes,
      userId: user.id,
      createdAt: app.now().toISOString(),
    });
  });
  app.log.info({ userId: user.id, file, size: bytes.length }, "image stored");
  return `${UPLOADS_FOLDER}${file}`;
}

const newFileName = (extension: ImageExtension) => `${randomUUID()}.${extension}`;
const linkAlreadyUsed = () => forbidden("This upload link was already used. Choose the file again.");

/** Returns a stored image by its file name. Throws 404 if there is none. */
export async function getImage(app: App, file: string): Promise<StoredImage> {
  const image = await findImage(app.db, file);
  if (!image) throw notFound("Image not found");
  return image;
}
