import * as fc from "fast-check";

import type { Call } from "./calls.ts";
import type { Harvest } from "./harvest.ts";
import { hostileText, hostileValue, oddName, toHostileJson } from "./hostile-values.ts";
import { nearlyValid } from "./mutations.ts";

export type Role = "visitor" | "user" | "admin";

/** A request without its session. */
export interface Request {
  as: Role;
  method: string;
  target: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  /** The call that it makes; null for a request without one. */
  call: Call | null;
  /** True if everything unusual about it is in the call's JSON or parameters. */
  isPlain: boolean;
}

const role = fc.constantFrom<Role>(
  "visitor",
  "user",
  "user",
  "user",
  "user",
  "admin",
  "admin",
  "admin",
  "admin",
);
const JSON_TYPE = { "content-type": "application/json" };

/** Requests of every kind: most can succeed, many nearly do, and some are invalid. */
export function requests(calls: readonly Call[], harvest: Harvest): fc.Arbitrary<Request> {
  const call = fc.oneof(...calls.map((one) => ({ arbitrary: fc.constant(one), weight: one.weight })));
  const plain = call.chain((one) =>
    fc.tuple(role, inputFor(one)).map(([as, input]) => toRequest(one, as, input)),
  );
  return fc.oneof(
    { arbitrary: plain, weight: 20 },
    { arbitrary: fc.tuple(plain, oddity).map(([request, change]) => change(request)), weight: 4 },
    { arbitrary: batch(calls), weight: 1 },
    { arbitrary: beside(harvest), weight: 1 },
  );
}

const inputFor = ({ input, daring }: Call): fc.Arbitrary<unknown> =>
  fc.oneof(
    { arbitrary: input, weight: 4 },
    { arbitrary: daring, weight: 2 },
    { arbitrary: nearlyValid(input), weight: 2 },
  );

function toRequest(call: Call, as: Role, input: unknown): Request {
  const common = { as, call, isPlain: true, method: call.method };
  if (call.way === "rest") return { ...common, ...restTarget(call, input) };
  const json = toHostileJson(input);
  const body = json === "" ? null : json;
  if (call.way === "mutation") return { ...common, target: call.path, headers: JSON_TYPE, body };
  if (body === null) return { ...common, target: call.path, headers: {}, body };
  return { ...common, target: `${call.path}?input=${encode(json)}`, headers: {}, body: null };
}

function restTarget(call: Call, input: unknown) {
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  const given: Record<string, unknown> = isObject ? Object.fromEntries(Object.entries(input)) : {};
  const inPath = new Set([...call.path.matchAll(/\{(\w+)\}/gu)].map(([, name = ""]) => name));
  const path = call.path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => encode(asText(given[name]) || "x"));
  const others = Object.entries(given).filter(([name]) => !inPath.has(name));
  if (call.method === "GET") {
    const query = others.flatMap(([name, value]) => parameters(name, value)).join("&");
    return { target: query === "" ? path : `${path}?${query}`, headers: {}, body: null };
  }
  const body = isObject ? Object.fromEntries(others) : input;
  if (isObject && others.length === 0) return { target: path, headers: {}, body: null };
  return { target: path, headers: JSON_TYPE, body: toHostileJson(body) };
}

const asText = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");

function parameters(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.map((part) => `${encode(name)}=${encode(asText(part))}`);
  return [`${encode(name)}=${encode(asText(value))}`];
}

/** A lone surrogate has no encoding. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

type Change = (request: Request) => Request;
const changed =
  (changes: (request: Request) => Partial<Request>): Change =>
  (request) => ({ ...request, isPlain: false, ...changes(request) });
const withHeader = (name: string, value: string): Change =>
  changed(({ headers }) => ({ headers: { ...headers, [name]: value } }));

const CONTENT_TYPES = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/json; charset=utf-16",
  "application/json; charset=x",
  "application/json;",
  "APPLICATION/JSON",
  "application/ld+json",
  "/",
  "",
];
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY"];
const HEADERS: readonly (readonly [string, string])[] = [
  ["content-encoding", "gzip"],
  ["content-encoding", "x"],
  ["accept-encoding", "gzip, deflate, br, zstd"],
  ["accept-encoding", "*;q=0"],
  ["accept", "text/event-stream"],
  ["accept", "x"],
  ["accept-language", "x".repeat(200)],
  ["origin", "https://evil.example"],
  ["origin", "null"],
  ["sec-fetch-site", "cross-site"],
  ["referer", "https://evil.example/"],
  ["if-none-match", "*"],
  ["if-none-match", 'W/"x", "y"'],
  ["if-modified-since", "x"],
  ["range", "bytes=0-0,5-"],
  ["x-forwarded-for", "127.0.0.1, x"],
  ["x-forwarded-proto", "https"],
  ["x-http-method-override", "DELETE"],
  ["trpc-accept", "application/jsonl"],
  ["last-event-id", "x"],
  ["x-long", "x".repeat(9000)],
  ["x-long", "x".repeat(20_000)],
  ["__proto__", "x"],
  ["user-agent", ""],
  ["user-agent", "\u00ff\u00fe"],
];
const COOKIES = ["theme=%zz", ";;=;", "session=", "session=x", "theme", "\u00ff", `big=${"x".repeat(4000)}`];
const ENDINGS = [
  "/",
  "/%00",
  "/%zz",
  "%c3",
  "/..%2f..%2fx",
  ";a=b",
  "/\u00ff",
  "?",
  "?&&&=",
  "?%zz=%zz",
  "#x",
];
const QUERIES = [
  "limit=1&limit=2",
  "limit[]=1",
  "cursor[a]=x",
  "__proto__[x]=1",
  "constructor=1",
  "input=%zz",
  "input={",
  "batch=1",
];

/** Changes to the text of a body that valid JSON would not have. */
const BODIES: readonly ((body: string) => string)[] = [
  (body) => body.slice(0, -1),
  (body) => body.slice(0, Math.floor(body.length / 2)),
  (body) => `${body}x`,
  (body) => `\ufeff${body}`,
  (body) => body.replaceAll('"', "'"),
  (body) => body.replace("{", '{"id":"a","id":"b","name":1,"name":"x",'),
  (body) => body.replaceAll(/:"[^"]*"/gu, ":NaN"),
  (body) => `[${body}]`,
  () => "null",
  () => '"text"',
  () => "{".repeat(1000),
  () => "",
];

const oddity: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom(...CONTENT_TYPES).map((type) => withHeader("content-type", type)),
  fc.constantFrom(...METHODS).map((method) => changed(() => ({ method }))),
  fc.constantFrom(...HEADERS).map(([name, value]) => withHeader(name, value)),
  fc.constantFrom(...COOKIES).map((cookie) => withHeader("cookie", cookie)),
  fc.constantFrom(...ENDINGS).map((ending) => changed(({ target }) => ({ target: target + ending }))),
  fc
    .constantFrom(...QUERIES)
    .map((query) =>
      changed(({ target }) => ({ target: `${target}${target.includes("?") ? "&" : "?"}${query}` })),
    ),
  fc
    .constantFrom(...BODIES)
    .map((change) =>
      changed(({ body, headers }) => ({ body: change(body ?? "{}"), headers: { ...JSON_TYPE, ...headers } })),
    ),
  fc
    .tuple(oddName, hostileText)
    .map(([name, value]) =>
      changed(({ target }) => ({ target: `${target}?${encode(name)}=${encode(value)}` })),
    ),
  hostileValue.map((value) => changed(() => ({ headers: JSON_TYPE, body: toHostileJson(value) }))),
  hostileText.map((text) => changed(({ target }) => ({ target: target.replace(/[^/]+$/u, encode(text)) }))),
);

/** Several procedures in one request, up to one more than allowed. */
function batch(calls: readonly Call[]): fc.Arbitrary<Request> {
  const procedures = calls.filter(({ way }) => way === "query" || way === "mutation");
  return fc
    .tuple(
      role,
      fc.array(fc.constantFrom(...procedures), { minLength: 1, maxLength: 11 }),
      fc.array(hostileValue),
    )
    .map(([as, chosen, inputs]) => {
      const { method = "GET" } = chosen[0] ?? {};
      const json = toHostileJson(Object.fromEntries(inputs.map((input, index) => [index, input])));
      const path = `/trpc/${chosen.map(({ name }) => name).join()}?batch=1`;
      const isRead = method === "GET";
      return {
        as,
        method,
        target: isRead ? `${path}&input=${encode(json)}` : path,
        headers: isRead ? {} : JSON_TYPE,
        body: isRead ? null : json,
        call: null,
        isPlain: false,
      };
    });
}

const FILES = [
  "/",
  "/tools",
  "/healthz",
  "/readyz",
  "/api/docs",
  "/api/openapi.json",
  "/api/no-such-call",
  "/assets/none.js",
  "/brand-logos/none.svg",
  "/pictures?url=https%3A%2F%2Fa.example%2Fx.png",
  "/public-objects/logos/none.png",
];
const IMAGES: readonly (readonly [string, string])[] = [
  ["image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>'],
  ["image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
  ["image/png", "no picture"],
  ["image/gif", "GIF89a\u0001\0\u0001\0\0\0\0;"],
  ["text/html", "<p>"],
];

/** Requests without a call: pages, files, upload addresses. */
function beside(harvest: Harvest): fc.Arbitrary<Request> {
  const nothing = { call: null, isPlain: false } as const;
  const file = fc
    .tuple(role, fc.constantFrom(...FILES))
    .map(([as, target]): Request => ({ as, method: "GET", target, headers: {}, body: null, ...nothing }));
  const upload = fc
    .tuple(role, fc.nat({ max: 99 }), fc.constantFrom(...IMAGES))
    .map(([as, choice, image]): Request => {
      const [type, body] = image;
      const address =
        harvest.pick("uploads", "uploadURL", choice) ?? "http://x/storage/public/logos/none.png?expires=1";
      const { pathname, search } = new URL(address);
      return {
        as,
        method: "PUT",
        target: pathname + search,
        headers: { "content-type": type },
        body,
        ...nothing,
      };
    });
  return fc.oneof(
    file,
    upload,
    fc.tuple(file, oddity).map(([request, change]) => change(request)),
  );
}
