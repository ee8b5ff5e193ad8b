import type { Request, Response } from "express";

import { isKnown } from "#server/rest/list-reply.ts";

/** What an image may do that somebody opens as a page of its own: nothing but show itself. */
const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

interface ImageReply {
  bytes: Uint8Array;
  mediaType: string;
  etag: string;
  cacheControl: string;
}

/** Sends an image, or 304 to whoever has it. */
export function sendImage(request: Request, response: Response, image: ImageReply): void {
  response.setHeader("ETag", image.etag);
  response.setHeader("Cache-Control", image.cacheControl);
  response.setHeader("Content-Security-Policy", IMAGE_POLICY);
  response.setHeader("Content-Type", image.mediaType);
  if (isKnown(request, image.etag)) response.status(304).end();
  else response.send(Buffer.from(image.bytes.buffer, image.bytes.byteOffset, image.bytes.byteLength));
}
