import { hash } from "node:crypto";
import { extname } from "node:path";

import { type Request, type RequestHandler, type Response, Router } from "express";

import { BROTLI_EXTENSION, type ReadBuiltFile, readBuiltFile } from "#server/built-files.ts";
import { notFound } from "#server/errors.ts";
import { matchesEtag, onlyMethods } from "#server/web/server/replies.ts";
import { withRouteName } from "#server/web/server/request-tally.ts";

/** Compressed forms that the build makes, best first. */
const ENCODINGS = [
  ["br", BROTLI_EXTENSION],
  ["gzip", ".gz"],
] as const;
const HAS_COMPRESSED_FORMS = /\.(?:js|css|svg|html)$/u;

/** Matches paths of built files, but none of hidden files or outside the folder. */
const SAFE_PATH = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/u;

/** Built file in the best form that the browser accepts. */
interface BuiltFile {
  path: string;
  bytes: Uint8Array;
  /** `null` if it isn't compressed. */
  encoding: string | null;
}

/** Returns a built file by its path. Null if there is none. */
export async function findBuiltFile(
  request: Request,
  read: ReadBuiltFile,
  path: string,
): Promise<BuiltFile | null> {
  if (!SAFE_PATH.test(path)) return null;
  for (const [encoding, ending] of HAS_COMPRESSED_FORMS.test(path) ? ENCODINGS : []) {
    const bytes = request.acceptsEncodings(encoding) ? await read(`${path}${ending}`) : null;
    if (bytes) return { path, bytes, encoding };
  }
  const bytes = await read(path);
  return bytes && { path, bytes, encoding: null };
}

/** Sends a built file, or 304 if the browser has it. */
export function sendBuiltFile(
  request: Request,
  response: Response,
  { path, bytes, encoding }: BuiltFile,
  cacheControl: string,
): void {
  if (HAS_COMPRESSED_FORMS.test(path)) response.vary("Accept-Encoding");
  if (encoding !== null) response.setHeader("Content-Encoding", encoding);
  response.type(extname(path));
  sendWithEtag(request, response, bytes, cacheControl);
}

/** Sends bytes with their hash as ETag, or 304 if the client has them. */
function sendWithEtag(request: Request, response: Response, bytes: Uint8Array, cacheControl: string): void {
  const etag = `"${hash("sha256", bytes, "base64url")}"`;
  response.set({ ETag: etag, "Cache-Control": cacheControl });
  if (matchesEtag(request.headers["if-none-match"], etag)) response.status(304).end();
  else response.send(bytes);
}

/** Path from which `npm install` downloads this server's typed client. */
const CLIENT_PACKAGE_PATH = "/api/client.tgz";

/** Serves the typed client as an npm package. npm has no session, so everybody may download it. */
export function clientPackage(): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.all(CLIENT_PACKAGE_PATH, withRouteName("asset"), onlyMethods("GET", "HEAD"), (request, response) =>
    sendPackage(request, response),
  );
  return router;
}

async function sendPackage(request: Request, response: Response): Promise<void> {
  const bytes = await readBuiltFile("client-package.tgz");
  if (!bytes) throw notFound("The typed client isn't built here. Run npm run build, then restart StackLoop.");
  response.setHeader("Content-Type", "application/gzip");
  // Clients must check for changes, because another version of the server serves another client at this address.
  sendWithEtag(request, response, bytes, "public, no-cache");
}

/** Serves the documents at `/docs` and their list for language models at `/llms.txt`, to everyone. */
export function docsSite(read: ReadBuiltFile = (path) => readBuiltFile(`docs/${path}`)): Router {
  const router = Router();
  const onlyReads = onlyMethods("GET", "HEAD");
  router.all("/llms.txt", withRouteName("docs"), onlyReads, async (_request, response, next) => {
    const list = await read("llms.txt");
    // The addresses in the list are relative to the documents.
    if (list) response.type("text/plain").send(Buffer.from(list).toString().replaceAll("](", "](/docs/"));
    else next();
  });
  router.use("/docs", withRouteName("docs"), onlyReads, sendDocument(read));
  return router;
}

/** Sends a document. Passes other paths on to the web client. */
const sendDocument =
  (read: ReadBuiltFile): RequestHandler =>
  async (request, response, next) => {
    const path = request.path.slice(1);
    const isFolder = path === "" || path.endsWith("/");
    for (const file of isFolder ? [`${path}index.html`] : [path, `${path}.html`]) {
      const found = await findBuiltFile(request, read, file);
      if (!found) continue;
      if (request.originalUrl.split("?", 1)[0] === request.baseUrl)
        response.redirect(301, `${request.baseUrl}/`);
      else sendBuiltFile(request, response, found, "public, max-age=300");
      return;
    }
    if (!isFolder && (await findBuiltFile(request, read, `${path}/index.html`)))
      response.redirect(301, `${request.baseUrl}/${path}/`);
    else next();
  };
