import { z } from "zod";

import type { HttpClient } from "#server/outside/http/http-client.ts";
import { VERSION } from "#server/version.ts";
import type { Release } from "#shared/operations/system.ts";

const MAX_REPLY_BYTES = 1_000_000;

const replySchema = z.object({
  tag_name: z.string().regex(/^v?\d+\.\d+\.\d+$/u),
  html_url: z.url({ protocol: /^https$/u }).max(2048),
});

/** Source of the newest release of StackLoop itself. */
export type NewestRelease = (signal?: AbortSignal) => Promise<Release>;

/** Requests the newest release in GitHub's API. Sends the own version, and no address of this server. */
export const createNewestRelease =
  (http: HttpClient, url: string): NewestRelease =>
  async (signal) => {
    const headers = { accept: "application/vnd.github+json", "user-agent": `StackLoop/${VERSION}` };
    const { body } = await http.send({ url, headers, maxBytes: MAX_REPLY_BYTES, signal });
    const { tag_name: tag, html_url: page } = replySchema.parse(JSON.parse(body.toString()));
    return { version: tag.replace("v", ""), url: page };
  };
