import type { BrowserContext, Page } from "@playwright/test";

import { expect, test } from "./product.ts";

const FOREIGN = "http://team.example";

/** Opens a page on an origin that serves the typed client's file. */
async function openClientPage(context: BrowserContext, origin: string): Promise<Page> {
  await context.route(`${origin}/own-page`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Own page</title>" }),
  );
  await context.route(`${origin}/client.js`, (route) =>
    route.fulfill({ contentType: "text/javascript", path: "dist/client-package/client.js" }),
  );
  const page = await context.newPage();
  await page.goto(`${origin}/own-page`);
  return page;
}

/** Runs the body of a function in the page, with the client's exports and these arguments. */
const runInPage = (page: Page, body: string, options: { url: string; token?: string }) =>
  page.evaluate(`(async (options) => {
    const { createStackloopClient, StackloopError } = await import("/client.js");
    ${body}
  })(${JSON.stringify(options)})`);

test("the typed client calls and subscribes from a page of the server, by token and session", async ({
  ada,
  browser,
  product,
}) => {
  const reply = await ada.request.post("/trpc/tokens.create", { data: { name: "Page", scope: "write" } });
  const { token } = (await reply.json()).result.data;
  const visitor = await browser.newContext();
  for (const [context, options] of [
    [visitor, { url: product.origin, token }],
    [ada.context, { url: product.origin }],
  ] as const) {
    const page = await openClientPage(context, product.origin);
    const seen = await runInPage(
      page,
      `const client = createStackloopClient(options);
      const changed = new Promise((resolve, reject) => {
        const subscription = client.events.watch.subscribe(undefined, {
          async onData({ data }) {
            if (data.changes.length === 0) return client.tools.add.mutate({ name: "Whisper" });
            subscription.unsubscribe();
            resolve(data.changes[0].title);
          },
          onError: reject,
        });
      });
      const title = await changed;
      const error = await client.tools.get.query({ id: "none" }).catch((caught) => caught);
      const { username } = await client.account.me.query();
      return [title, username, error instanceof StackloopError, error.status, error.code];`,
      options,
    );
    expect(seen).toEqual(["Whisper", "ada", true, 404, "NOT_FOUND"]);
  }
  await visitor.close();
});

test("C4: the typed client is refused on another site's page, and reports it", async ({ ada, product }) => {
  const page = await openClientPage(ada.context, FOREIGN);
  for (const options of [{ url: product.origin }, { url: product.origin, token: "slt_unknown" }]) {
    const seen = await runInPage(
      page,
      `const error = await createStackloopClient(options).tools.list.query().catch((caught) => caught);
      return [error instanceof StackloopError, error.status === undefined, error.message];`,
      options,
    );
    expect(seen).toEqual([
      true,
      true,
      `${product.origin} can't be reached from a page on ${FOREIGN}. Use the client on a page of ${product.origin} or outside a browser.`,
    ]);
  }
});
