import { createHmac, timingSafeEqual } from "node:crypto";

/** Parameters that an upload address is signed for. */
interface UploadGrant {
  file: string;
  /** Milliseconds since 1970, as in the address. */
  expires: string;
  userId: string;
}

/** Signs an upload address, so that nobody can forge it, extend it or use it for another user. */
export const signUpload = (key: Uint8Array, { file, expires, userId }: UploadGrant): string =>
  createHmac("sha256", key).update([file, expires, userId].join("\n")).digest("base64url");

/** True if the signature is valid for the grant. Compares in constant time. */
export function isUploadSignature(key: Uint8Array, grant: UploadGrant, signature: string): boolean {
  // Compared as text: base64url texts that differ only in their last bits can decode to the same bytes.
  const expected = Buffer.from(signUpload(key, grant));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
