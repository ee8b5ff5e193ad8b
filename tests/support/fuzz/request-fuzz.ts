import * as fc from "fast-check";

import { allCalls, type ApiDocument } from "./calls.ts";
import { type Accounts, createCast, readDocument } from "./cast.ts";
import { createHarvest } from "./harvest.ts";
import { findReplyProblem } from "./reply-check.ts";
import { type Request, requests } from "./requests.ts";
import { type Reply, send } from "./send.ts";

interface Options {
  origin: string;
  accounts: Accounts;
  /** Values that no request may use; the fuzzer's own are added. */
  spared: Set<string>;
  seed: number;
  /** The number of requests, not counting those that shrink a failing request. */
  count: number;
  /** No further round starts after this time, by `performance.now()`. */
  until?: number;
  /** Addresses that the server can fetch. */
  addresses: readonly string[];
  onProgress?: (done: number) => void;
}

/** A request with an incorrect reply, shrunk as far as possible. */
export interface Finding {
  fault: string;
  /** The request as a shell command. */
  request: string;
  reply: string;
  seed: number;
}

export interface Outcome {
  findings: Finding[];
  /** The number of replies by status. */
  statuses: Map<number, number>;
  milliseconds: number[];
  /** Calls that succeeded at least once. */
  succeeded: ReadonlySet<string>;
  calls: readonly string[];
}

/** The number of requests for one seed, so that a finding does not prevent others. */
const ROUND = 100;
const MAX_FINDINGS = 20;
const MAX_SHRINKS = 200;

/**
 * Sends generated requests one after the other and checks each reply. The same seed generates the same requests.
 */
export async function fuzzRequests({
  origin,
  accounts,
  spared,
  seed,
  count,
  until = Number.POSITIVE_INFINITY,
  addresses,
  onProgress = () => {},
}: Options): Promise<Outcome> {
  const cast = await createCast(origin, accounts, spared);
  const harvest = createHarvest(spared);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests of OpenAPI check its form
  const document = (await readDocument(origin, cast.cookieOf("admin"))) as ApiDocument;
  const calls = allCalls(document, harvest, addresses);
  const succeeded = new Set<string>();
  const outcome: Outcome = {
    findings: [],
    statuses: new Map(),
    milliseconds: [],
    succeeded,
    calls: calls.map(({ name }) => name),
  };

  async function ask(request: Request): Promise<Reply> {
    const { as, headers, call } = request;
    const cookie = [headers["cookie"], cast.cookieOf(as)].filter(Boolean).join("; ");
    const reply = await send(origin, {
      ...request,
      headers: cookie === "" ? headers : { ...headers, cookie },
    });
    outcome.statuses.set(reply.status, (outcome.statuses.get(reply.status) ?? 0) + 1);
    outcome.milliseconds.push(reply.milliseconds);
    if (reply.status < 400) {
      if (call) succeeded.add(call.name);
      harvest.take(call?.slice ?? "", readJson(reply));
    }
    if (reply.status === 401 && reply.text.includes("Unauthorized")) await cast.renew(as);
    return reply;
  }

  async function round(number: number): Promise<void> {
    const roundSeed = seed + number;
    let last: { request: Request; reply: Reply; fault: string } | undefined;
    let shrinks = 0;
    // Every second round tries what hasn't succeeded yet, so that few requests reach many calls.
    const untried = number % 2 === 0 ? [] : calls.filter(({ name }) => !succeeded.has(name));
    const chosen = untried.length === 0 ? calls : untried;
    const check = fc.asyncProperty(requests(chosen, harvest), async (request) => {
      if (last !== undefined && (shrinks += 1) > MAX_SHRINKS) return true;
      const reply = await ask(request);
      const fault = findReplyProblem(request, reply);
      if (fault === undefined) return true;
      last = { request, reply, fault };
      return false;
    });
    const numRuns = Math.min(ROUND, count - number * ROUND);
    await fc.check(check, { seed: roundSeed, numRuns });
    if (last === undefined) return;
    const { request, reply, fault } = last;
    outcome.findings.push({
      fault,
      seed: roundSeed,
      request: asCommand(request),
      reply: `${reply.status} ${reply.text.slice(0, 1000)}`,
    });
  }

  const isOver = () => outcome.findings.length >= MAX_FINDINGS || performance.now() >= until;
  for (let number = 0; number * ROUND < count && !isOver(); number += 1) {
    await round(number);
    onProgress(Math.min((number + 1) * ROUND, count));
  }
  return outcome;
}

function readJson({ mediaType, text }: Reply): unknown {
  return mediaType === "application/json" && text !== "" ? JSON.parse(text) : undefined;
}

/** Returns a request as a shell command, with long values truncated. */
function asCommand({ as, method, target, headers, body }: Request): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const parts = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  if (body !== null) parts.push(`--data-binary ${quoted(body)}`);
  return `as ${as}: curl -X ${method} ${[...parts, quoted(target)].join(" ")}`.slice(0, 3000);
}
