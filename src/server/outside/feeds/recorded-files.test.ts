import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { gunzipSync } from "node:zlib";

import { expect, test } from "vitest";
import { z } from "zod";

import { readBook } from "#server/outside/books/open-library.ts";
import { OutboundError } from "#server/outside/http/http-client.ts";
import { isAllowedByRobots } from "#server/outside/http/robots-rules.ts";
import { readJson, SourceError } from "#server/outside/http/source-error.ts";
import { AnswerError, callProvider } from "#server/outside/models/answer-engine.ts";
import { readChatAnswer } from "#server/outside/models/openai-compatible.ts";
import { readAgentAnswer } from "#server/outside/models/perplexity.ts";
import { readPage } from "#server/outside/pages/page-reader.ts";
import { readArxivPage } from "#server/outside/papers/arxiv-atom.ts";

import { readFeed } from "./feed-reader.ts";

const NOW = new Date("2026-11-21T10:00:00.000Z");
const PROJECT = join(import.meta.dirname, "../../../..");
// Recordings of real services are next to some checkouts. They can't be published, so the project has a few files of
// its own.
const RECORDINGS = join(PROJECT, "../shared/fixtures/open");
const ROOT = existsSync(RECORDINGS) ? RECORDINGS : join(PROJECT, "tests/fixtures");
const KINDS = ["01-arxiv", "02-feeds", "03-llm-api", "04-web-pages", "07-reading/books", "09-releases"];

/** Beginning of a file that hostile XML tries to read. */
const PASSWORDS = "root:x:0:0";

interface Outcome {
  /** Number of parsed items. */
  count: number;
  read: unknown;
}

const files = KINDS.flatMap((kind) =>
  readdirSync(join(ROOT, kind), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(ROOT.length + 1)
        .replaceAll(sep, "/"),
    ),
).toSorted((a, b) => a.localeCompare(b));

/** Parses a file in the way the server parses content from that source. */
async function readRecorded(file: string, bytes: Buffer): Promise<Outcome> {
  if (file.includes("/robots/")) {
    const url = `https://${file}/robots.txt`;
    return {
      count: 1,
      read: [isAllowedByRobots({ url, text: bytes.toString(), address: `https://${file}/` })],
    };
  }
  if (file.startsWith("01-arxiv/rss")) return feed(bytes);
  if (file.startsWith("01-arxiv"))
    return papers(file.endsWith(".json") ? Buffer.from(envelopeBody(bytes)) : bytes);
  if (file.startsWith("02-feeds") || file.startsWith("09-releases")) return feed(bytes);
  if (file.startsWith("03-llm-api")) return answer(file, bytes);
  if (file.startsWith("04-web-pages")) return page(file, bytes);
  return books(bytes);
}

function papers(bytes: Buffer): Outcome {
  const read = readArxivPage({ bytes, now: NOW });
  expect(read.papers.length + read.rejected.length).toBe(read.received);
  return { count: read.papers.length, read };
}

const envelopeBody = (bytes: Buffer): string =>
  readJson(bytes, z.object({ body: z.string() }), "The file").body;

function feed(bytes: Buffer): Outcome {
  const read = readFeed({ bytes, url: "https://site.example/feed", now: NOW });
  return { count: read.items.length, read };
}

/** Parses an answer of a language model. A number at the end of the file's name is its status. */
async function answer(file: string, bytes: Buffer): Promise<Outcome> {
  const status = Number(/-(4\d\d|5\d\d)\b/u.exec(file)?.[1] ?? 200);
  const body = bytes.toString();
  const reply = await callProvider(
    {
      send: () =>
        status >= 400
          ? Promise.reject(
              new OutboundError("status", `status ${status}`, { status, retryAfterMs: null, body }),
            )
          : Promise.resolve({ url: "https://ai.example/", movedTo: null, status, headers: {}, body: bytes }),
    },
    { url: "https://ai.example/", key: null, body: {} },
  );
  return {
    count: 1,
    read: file.includes("perplexity-agent") ? readAgentAnswer(reply) : readChatAnswer(reply),
  };
}

function page(file: string, recorded: Buffer): Outcome {
  const bytes = unpacked(recorded);
  const isRaw = /\.(?:response|vcr)$/u.test(file);
  const text = bytes.toString("latin1");
  const end = isRaw ? (/\r?\n\r?\n/u.exec(text)?.index ?? 0) : 0;
  const head = text.slice(0, end);
  const rest = isRaw ? bytes.subarray(text.slice(end).search(/[^\r\n]/u) + end) : bytes;
  const read = readPage({
    bytes: unpacked(rest),
    contentType: /^content-type:\s*(.+?)\s*$/imu.exec(head)?.[1],
    url: "https://site.example/",
    now: NOW,
  });
  if (read === null) throw new SourceError("no page, or one that stands in front of the real one");
  return { count: 1, read };
}

function unpacked(bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes);
  } catch {
    throw new SourceError("a recording of several packed replies in a row");
  }
}

function books(bytes: Buffer): Outcome {
  const data = readJson(bytes, z.record(z.string(), z.unknown()), "Open Library");
  const isbns = Object.keys(data).filter((key) => key.startsWith("ISBN:"));
  if (isbns.length === 0) throw new SourceError("no answer of the books API");
  const read = isbns.flatMap((key) => readBook(data, key.slice("ISBN:".length)) ?? []);
  return { count: read.length, read };
}

/** Lists all texts of a parsed file, with their property names. */
function listTexts(value: unknown, name = ""): [string, string][] {
  if (typeof value === "string") return [[name, value]];
  if (Array.isArray(value)) return value.flatMap((item) => listTexts(item, name));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => listTexts(inner, key));
}

/** Lists forbidden output: addresses outside the web, scripts, and files of this machine. */
const findForbidden = (read: unknown, bytes: Buffer): string[] =>
  listTexts(read)
    .filter(
      ([name, text]) =>
        (/(?:url|link)$/iu.test(name) && !/^https?:\/\//u.test(text)) ||
        /<script/iu.test(text) ||
        // If the file itself contains the text, it wasn't read from this machine.
        (text.includes(PASSWORDS) && !bytes.includes(PASSWORDS)),
    )
    .map(([name, text]) => `${name}: ${text}`);

test("reads every file, or reports why not", async () => {
  const rows: string[] = [];
  const forbidden: string[] = [];
  for (const file of files) {
    const bytes = readFileSync(join(ROOT, file));
    const outcome = await readRecorded(file, bytes).catch((error: unknown) => {
      if (error instanceof SourceError) return error.message;
      if (error instanceof AnswerError) return `${error.kind}: ${error.detail}`;
      throw new Error(`${file} was neither read nor refused`, { cause: error });
    });
    rows.push(`${file.padEnd(70)} ${typeof outcome === "string" ? outcome : outcome.count}`);
    if (typeof outcome === "string") continue;
    forbidden.push(...findForbidden(outcome.read, bytes).map((text) => `${file} ${text}`));
  }
  console.log(`${ROOT === RECORDINGS ? "Recordings" : "The project's own files"}:\n${rows.join("\n")}`);
  expect(forbidden).toEqual([]);
  expect(rows).toHaveLength(files.length);
  expect(files.length).toBeGreaterThan(10);
});
