import { request } from "node:http";
import { gunzipSync } from "node:zlib";

import { pngImage } from "#tests/support/images.ts";
import { PASSWORD } from "#tests/verify/defaults/product.ts";

import { signInByBrowser } from "./browser.ts";
import { type Front, NAME } from "./front.ts";
import type { HeldArchive } from "./held-archive.ts";
import { type Visitor, visit } from "./visitor.ts";

/** The setting of the checks. */
export interface Scene {
  front: Front;
  archive: HeldArchive;
  /** The token of the first administrator's link. */
  setup: string;
}

interface Outcome {
  passed: boolean;
  /** Details of the check, for the reader of the list. */
  details: string;
}

const outcome = (passed: boolean, details: string): Outcome => ({ passed, details });

/** Actions that have to work through a proxy, and their checks. */
export const promises: readonly (readonly [string, (scene: Scene) => Promise<Outcome>])[] = [
  ["http redirects to https", checkRedirect],
  ["browsers are offered HTTP/2", checkHttp2],
  ["signing up and in sets a cookie that is only sent over https", checkSessionCookie],
  ["compressed replies arrive unchanged", checkCompression],
  ["an image goes to its signed address, and is shown", checkUpload],
  ["bodies that are too large are refused with a JSON error", checkBodyLimits],
  ["each step of a job is visible before the next begins", checkJobProgress],
  ["another person's change is visible before the next one", checkLiveChanges],
  ["a browser signs in and shows other people's changes", checkBrowser],
  ["a silent stream is kept open by pings", checkPings],
  ["limits count by the client's own address", checkClientAddresses],
  ["nobody can claim another address", checkClaimedAddresses],
  ["strangers can't read the metrics", checkMetrics],
  ["signing out ends the session and its stream", checkSignOut],
];

async function checkRedirect({ front }: Scene): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  const path = "/prompt-stack?search=agents";
  const sent = request({ host: "127.0.0.1", port: front.httpPort, path, headers: { host: NAME } });
  sent.once("error", reject);
  sent.once("response", (response) => {
    const { statusCode = 0, headers } = response;
    const location = headers.location ?? "";
    response.resume();
    // On the default ports, the address would have no port.
    const isSame = location.replace(`:${front.httpsPort}`, "") === `https://${NAME}${path}`;
    resolve(outcome([301, 308].includes(statusCode) && isSame, `${statusCode} ${location}`));
  });
  sent.end();
  return promise;
}

async function checkHttp2({ front }: Scene): Promise<Outcome> {
  const visitor = await visit(front);
  const { status, headers } = await visitor.call("GET", "/");
  visitor.leave();
  const type = headers["content-type"] ?? "";
  return outcome(
    visitor.protocol === "h2" && status === 200 && type.startsWith("text/html"),
    `${visitor.protocol}, ${status}, ${type}`,
  );
}

const signUp = (visitor: Visitor, username: string, extra = {}) =>
  visitor.call("POST", "/api/register", { body: { username, password: PASSWORD, ...extra } });

const signIn = (visitor: Visitor, username: string, password = PASSWORD, headers = {}) =>
  visitor.call("POST", "/api/login", { body: { username, password }, headers });

async function signedUp({ front }: Scene, username: string): Promise<Visitor> {
  const visitor = await visit(front);
  const { status, text } = await signUp(visitor, username);
  if (status !== 201) throw new Error(`nobody could sign up: ${text}`);
  return visitor;
}

async function checkSessionCookie({ front, setup }: Scene): Promise<Outcome> {
  const visitor = await visit(front);
  const registered = await signUp(visitor, "admin", { setup });
  const { status, headers } = await signIn(visitor, "admin");
  visitor.leave();
  const cookie = visitor.cookie.replace(/=[^;]+/u, "=…");
  const isGuarded = ["Secure", "HttpOnly", "SameSite=Lax", "Path=/"].every((flag) => cookie.includes(flag));
  return outcome(
    registered.status === 201 &&
      status === 200 &&
      isGuarded &&
      cookie.startsWith("__Host-stackloop-") &&
      "strict-transport-security" in headers,
    cookie,
  );
}

async function checkCompression(scene: Scene): Promise<Outcome> {
  const visitor = await signedUp(scene, "reader");
  const { headers, bytes } = await visitor.call("GET", "/api/openapi.json", {
    headers: { "accept-encoding": "gzip" },
  });
  visitor.leave();
  const coding = headers["content-encoding"] ?? "nothing";
  const { openapi } = JSON.parse(gunzipSync(bytes).toString());
  return outcome(coding === "gzip" && typeof openapi === "string", `${coding}, ${bytes.length} bytes`);
}

async function addressFor(visitor: Visitor): Promise<URL> {
  const { text } = await visitor.call("POST", "/api/logos/upload", { body: { fileExtension: "png" } });
  return new URL(JSON.parse(text).uploadURL);
}

const PNG = { "content-type": "image/png" };

async function checkUpload(scene: Scene): Promise<Outcome> {
  const visitor = await signedUp(scene, "painter");
  const address = await addressFor(visitor);
  const bytes = pngImage(64, 64);
  const put = await visitor.call("PUT", `${address.pathname}${address.search}`, { bytes, headers: PNG });
  const shown = await visitor.call("GET", String(JSON.parse(put.text).path));
  visitor.leave();
  return outcome(
    address.origin === `https://${NAME}` && put.status === 200 && shown.bytes.equals(bytes),
    `to ${address.origin}: ${put.status}, then ${shown.bytes.length} of ${bytes.length} bytes`,
  );
}

/** An image with one byte too many, one that is far too large, and a text over 1 MB. */
async function checkBodyLimits(scene: Scene): Promise<Outcome> {
  const visitor = await signedUp(scene, "collector");
  const replies = [];
  for (const size of [5 * 1024 ** 2 + 1, 20 * 1024 ** 2]) {
    const { pathname, search } = await addressFor(visitor);
    const bytes = Buffer.alloc(size);
    replies.push(await visitor.call("PUT", `${pathname}${search}`, { bytes, headers: PNG }));
  }
  const body = { name: "Long", description: "x".repeat(1024 ** 2) };
  replies.push(await visitor.call("POST", "/api/ai-tools", { body }));
  visitor.leave();
  const messages = replies.map(({ status, text }) => `${status} ${JSON.parse(text).message}`);
  return outcome(
    messages.every((message) => /^413 \w/u.test(message)),
    messages.join(", "),
  );
}

/** The archive of papers sends its next page only after the last step is visible through the proxy. */
async function checkJobProgress({ front, archive }: Scene): Promise<Outcome> {
  const visitor = await visit(front);
  await signIn(visitor, "admin");
  const stream = visitor.watch("/trpc/jobs.watch");
  await stream.readUntil("papers.fetch");
  const { status } = await visitor.call("POST", "/api/arxiv/update");
  const sendFirst = await archive.nextRequest();
  await stream.readUntil('"state":"running"');
  sendFirst();
  const sendSecond = await archive.nextRequest();
  await stream.readUntil('"done":100');
  sendSecond();
  const text = await stream.readUntil('"state":"succeeded"');
  visitor.leave();
  const counts = /"counts":\{[^}]*"added":(\d+)/u.exec(text)?.[1];
  return outcome(status === 202 && counts === "101", `running, 100 of 101, ${counts ?? "none"} added`);
}

async function checkLiveChanges(scene: Scene): Promise<Outcome> {
  const [watcher, worker] = [await signedUp(scene, "watcher"), await signedUp(scene, "worker")];
  const stream = watcher.watch("/trpc/events.watch?input=%7B%7D");
  await stream.readUntil('"changes"');
  const names = ["Whisper", "Mistral", "Claude"];
  for (const name of names) {
    await worker.call("POST", "/api/ai-tools", { body: { name } });
    await stream.readUntil(name);
  }
  watcher.leave();
  worker.leave();
  return outcome(true, names.join(", then "));
}

async function checkBrowser(scene: Scene): Promise<Outcome> {
  const [surfer, worker] = [await signedUp(scene, "surfer"), await signedUp(scene, "coworker")];
  surfer.leave();
  const { complaints, seeTool, close } = await signInByBrowser(scene.front, "surfer");
  try {
    await worker.call("POST", "/api/ai-tools", { body: { name: "Gemini" } });
    await seeTool("Gemini");
  } finally {
    worker.leave();
    await close();
  }
  return outcome(complaints.length === 0, complaints.join("; ") || "Gemini, without a reload");
}

async function checkPings(scene: Scene): Promise<Outcome> {
  const visitor = await signedUp(scene, "sleeper");
  const start = performance.now();
  const text = await visitor.watch("/trpc/events.watch?input=%7B%7D").readUntil("event: ping");
  visitor.leave();
  const seconds = (performance.now() - start) / 1000;
  return outcome(text.includes("event: ping"), `the first after ${seconds.toFixed(0)} s`);
}

const TRIES = 11;

/** The results of several wrong passwords. */
async function guess({ front }: Scene, from: string, username: string, claim: (round: number) => string) {
  const visitor = await visit(front, from);
  const statuses = [];
  for (let round = 0; round < TRIES; round += 1) {
    const headers = { "x-forwarded-for": claim(round), forwarded: `for=${claim(round)}` };
    statuses.push((await signIn(visitor, username, "wrong-pass", headers)).status);
  }
  visitor.leave();
  return statuses;
}

const [GUESSER, OTHER, LIAR] = ["127.0.0.2", "127.0.0.3", "127.0.0.4"];

async function checkClientAddresses(scene: Scene): Promise<Outcome> {
  const last = (await guess(scene, GUESSER ?? "", "admin", () => "")).at(-1);
  const other = await visit(scene.front, OTHER);
  const { status } = await signIn(other, "admin", "wrong-pass");
  other.leave();
  return outcome(
    last === 429 && status === 401,
    `${last} for try ${TRIES} from ${GUESSER}, ${status} for the first from ${OTHER}`,
  );
}

async function checkClaimedAddresses(scene: Scene): Promise<Outcome> {
  const last = (await guess(scene, LIAR ?? "", "admin", (round) => `198.51.100.${round}`)).at(-1);
  return outcome(last === 429, `${last} for try ${TRIES}, each with another X-Forwarded-For`);
}

/** Programs on the machine read the metrics without signing in, and the proxy is one of them. */
async function checkMetrics({ front }: Scene): Promise<Outcome> {
  const visitor = await visit(front);
  const headers = { "x-forwarded-for": "127.0.0.1" };
  const { status } = await visitor.call("GET", "/metrics", { headers });
  visitor.leave();
  return outcome([401, 403].includes(status), `${status} for /metrics`);
}

async function checkSignOut(scene: Scene): Promise<Outcome> {
  const visitor = await signedUp(scene, "leaver");
  const { cookie } = visitor;
  const stream = visitor.watch("/trpc/events.watch?input=%7B%7D");
  await stream.readUntil('"changes"');
  const { status } = await visitor.call("POST", "/api/logout");
  const isCookieGone = visitor.cookie.includes("Max-Age=0");
  const told = (await stream.readToEnd()).includes('"httpStatus":401');
  visitor.cookie = cookie;
  const after = await visitor.call("GET", "/api/user");
  visitor.leave();
  return outcome(
    status === 200 && isCookieGone && told && after.status === 401,
    `${told ? "the stream ended" : "the stream went on"}, then ${after.status} with the old cookie`,
  );
}
