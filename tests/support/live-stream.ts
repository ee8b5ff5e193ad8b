import { onTestFinished } from "vitest";

import type { LiveMessage, WatchRequest } from "#shared/kernel/ledger.ts";

import type { Person } from "./people.ts";

/** A message of the live stream with its id, or its final error. */
export interface StreamMessage {
  id?: string;
  message?: LiveMessage;
  error?: { message: string; data: { httpStatus: number; retryAfterSeconds?: number } };
}

export interface LiveStream {
  /** The next message; undefined when the stream has ended. */
  next(): Promise<StreamMessage | undefined>;
  /** Disconnects. */
  close(): void;
}

/** Subscribes a person to `events.watch`. */
export async function watchLive(
  origin: string,
  { cookie }: Pick<Person, "cookie">,
  request: WatchRequest = {},
): Promise<LiveStream> {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const input = encodeURIComponent(JSON.stringify(request));
  const response = await fetch(`${origin}/trpc/events.watch?input=${input}`, {
    headers: { cookie, accept: "text/event-stream" },
    signal: controller.signal,
  });
  if (!response.body) throw new Error("the stream has no body");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    close: () => controller.abort(),
    async next() {
      for (;;) {
        const end = text.indexOf("\n\n");
        if (end === -1) {
          const { value, done } = await reader.read();
          if (done) return undefined;
          text += value;
        } else {
          const heard = parse(text.slice(0, end));
          text = text.slice(end + 2);
          if (heard) return heard;
        }
      }
    },
  };
}

/** Returns undefined for pings. */
function parse(event: string): StreamMessage | undefined {
  const fields = new Map(
    event.split("\n").map((line): [string, string] => {
      const [, name = "", value = ""] = /^(\w*): ?(.*)$/su.exec(line) ?? [];
      return [name, value];
    }),
  );
  const data = fields.get("data") ?? "";
  if (fields.get("event") === "serialized-error") return { error: JSON.parse(data) };
  if (fields.has("event") || data === "") return undefined;
  return { id: fields.get("id") ?? "", message: JSON.parse(data) };
}
