import type { Response } from "express";

import { replyTo } from "#server/errors.ts";
import { requestIdOf } from "#server/http/context.ts";
import { exportedFileSchema } from "#shared/export.ts";

/** Sends whatever was thrown as `{ message, code, issues? }`; the inside of an unexpected error goes to the log only. */
export function sendError(response: Response, error: unknown): void {
  const { status, retryAfterSeconds, body } = replyTo(error, requestIdOf(response));
  if (status === 500) response.locals["fault"] = error;
  if (retryAfterSeconds !== null) response.setHeader("Retry-After", retryAfterSeconds);
  response.status(status).json(body);
}

/** Sends a file to save. */
export function sendFile(response: Response, answer: unknown): void {
  const { fileName, mediaType, encoding, content } = exportedFileSchema.parse(answer);
  response.setHeader("Content-Type", mediaType);
  response.setHeader("Content-Disposition", `attachment; filename="${fileName}"`);
  response.end(Buffer.from(content, encoding));
}
