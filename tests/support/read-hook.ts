import { Webhook } from "standardwebhooks";

import type { Hit } from "./upstreams/stub-server.ts";

export interface ReceivedHook {
  id: string;
  type: string;
  titles: string[];
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into what was sent, and check its shape
  data: any;
}

/** Reads a webhook after checking its signature. Throws for a wrong one. */
export function readHook({ headers, body }: Pick<Hit, "headers" | "body">, secret: string): ReceivedHook {
  const standard = new Webhook(secret, {});
  // The clock of tests stands still.
  const seconds = Number(headers["webhook-timestamp"]);
  const realNow = Date.now;
  Date.now = () => seconds * 1000;
  try {
    standard.verify(body, headers);
  } finally {
    Date.now = realNow;
  }
  const { type, data } = JSON.parse(body);
  const events: { title: string }[] = data.events ?? [];
  return { id: headers["webhook-id"] ?? "", type, titles: events.map(({ title }) => title), data };
}
