import { MAX_UPLOAD_BYTES } from "#shared/pictures/image-rules.ts";

import type { HttpClient } from "./http-client.ts";

const TIMEOUT_MS = 10_000;
const TYPES = "image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5";

/** Fetches pictures from other sites. */
export interface PictureSource {
  /** Returns the unchecked bytes at an address, at most 5 MB. Throws an OutboundError. */
  fetch(url: string): Promise<Uint8Array>;
}

/** Requests a picture once, without retries. A later view requests a failed one again. */
export const createPictureSource = (http: HttpClient): PictureSource => ({
  async fetch(url) {
    const headers = { accept: TYPES };
    const { body } = await http.send({
      url,
      headers,
      maxBytes: MAX_UPLOAD_BYTES,
      timeoutMs: TIMEOUT_MS,
      tries: 1,
    });
    return body;
  },
});
