import compression from "compression";
import { type RequestHandler, Router } from "express";

import { type ReadBuiltFile, readBuiltFile } from "#server/built-files.ts";
import { onlyMethods } from "#server/web/server/replies.ts";
import { named } from "#server/web/server/route-names.ts";

import { findBuiltFile, sendBuiltFile } from "./built-file.ts";

/** Serves the documents at `/docs` and their list for language models at `/llms.txt`, to everyone. */
export function docsSite(read: ReadBuiltFile = (path) => readBuiltFile(`docs/${path}`)): Router {
  const router = Router();
  const onlyReads = onlyMethods("GET", "HEAD");
  router.all("/llms.txt", named("docs"), onlyReads, async (_request, response, next) => {
    const list = await read("llms.txt");
    // Its addresses are relative to the site.
    if (list) response.type("text/plain").send(Buffer.from(list).toString().replaceAll("](", "](/docs/"));
    else next();
  });
  router.use("/docs", named("docs"), onlyReads, compression(), sendDocument(read));
  return router;
}

/** Passes on paths without a document, which are the client's. */
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
