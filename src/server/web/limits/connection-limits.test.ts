import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";

import { expect, test } from "vitest";

import { yieldToEventLoop } from "#server/kernel/async/promises.ts";

import { limitConcurrency } from "./connection-limits.ts";

function manyRequests() {
  const begun: string[] = [];
  const listener = limitConcurrency(({ url = "" }) => void begun.push(url));
  const send = (url: string) => {
    const request = new IncomingMessage(new Socket());
    request.url = url;
    const response = new ServerResponse(request);
    listener(request, response);
    return response;
  };
  return { begun, send };
}

const addresses = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`);

test("starts a few simultaneous requests at once and queues the others, with other work in between", async () => {
  const { begun, send } = manyRequests();
  for (const url of addresses(40)) send(url);
  const counts = [begun.length];
  while (begun.length < 40) {
    await yieldToEventLoop();
    counts.push(begun.length);
  }
  expect(counts).toEqual([8, 16, 24, 32, 40]);
  expect(begun).toEqual(addresses(40));
});

test("starts a few requests without a queue", async () => {
  const { begun, send } = manyRequests();
  for (const url of addresses(5)) {
    send(url);
    expect(begun.at(-1)).toBe(url);
    await yieldToEventLoop();
    await yieldToEventLoop();
  }
});

test("skips requests whose clients disconnected while queued", async () => {
  const { begun, send } = manyRequests();
  const responses = addresses(20).map(send);
  responses[17]?.destroy();
  while (begun.length < 19) await yieldToEventLoop();
  expect(begun).toEqual(addresses(20).filter((url) => url !== "/17"));
});
