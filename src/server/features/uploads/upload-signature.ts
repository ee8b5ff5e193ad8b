import { createHmac, timingSafeEqual } from "node:crypto";

/** What an upload address is bound to. */
interface UploadGrant {
  file: string;
  /** Milliseconds since 1970, as they stand in the address. */
  expires: string;
  userId: string;
}

/** Signs an upload address, so that nobody can make one, prolong one or give it to somebody else. */
export const signUpload = (key: Uint8Array, { file, expires, userId }: UploadGrant): string =>
  createHmac("sha256", key).update([file, expires, userId].join("\n")).digest("base64url");

/** True if the signature is the grant's; takes as long for one that is nearly right. */
export function isUploadSignature(key: Uint8Array, grant: UploadGrant, signature: string): boolean {
  // Compared as text: base64url that differs in its last bits alone stands for the same bytes.
  const expected = Buffer.from(signUpload(key, grant));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
