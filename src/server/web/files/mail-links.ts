import { createHash } from "node:crypto";

import { type Request, type Response, Router } from "express";

import type { App } from "#server/app.ts";
import {
  addressToUnsubscribe,
  canConfirm,
  confirm,
  CONFIRM_PATH,
  unsubscribe,
  UNSUBSCRIBE_PATH,
} from "#server/features/personal-mail/personal-mail.service.ts";
import { addressKey } from "#server/web/limits/rate-limits.ts";
import { onlyMethods } from "#server/web/server/replies.ts";
import { withRouteName } from "#server/web/server/request-tally.ts";
import { escapeHtml } from "#shared/texts/escaping.ts";

const STYLE = `:root{color-scheme:light dark}body{margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;background:light-dark(#f4f5f7,#0f1115);color:light-dark(#111827,#f3f4f6)}
main{max-width:28rem;margin:10vh auto 0;padding:24px;border-radius:8px;background:light-dark(#fff,#181b21);border:1px solid light-dark(#e3e6ea,#2b3039)}
h1{margin:0 0 8px;font-size:1.25rem}p{margin:0 0 16px;overflow-wrap:anywhere}a{color:light-dark(#2556c7,#8ab4ff)}
button{font:inherit;font-weight:600;padding:10px 16px;border:0;border-radius:6px;background:#2556c7;color:#fff;cursor:pointer}`;

/** Policy of these pages: they load nothing and run nothing. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

interface LinkPage {
  title: string;
  text: string;
  /** Label of the button for the action. Null after the action. */
  button: string | null;
}

const EXPIRED: LinkPage = {
  title: "This link no longer works",
  text: "It has expired, was already used, or was cut off. Sign in and open your account to change your email settings.",
  button: null,
};

/**
 * Serves the pages behind links in mails, without a session. Opening a link changes nothing, because mail programs open
 * links to check them. Only the page's button or a mail program's own POST (RFC 8058) does.
 */
export function mailLinks(app: App): Router {
  const router = Router({ caseSensitive: true });
  const serve = (path: string, open: CreatePage, act: CreatePage) =>
    router.use(path, withRouteName("mail link"), onlyMethods("GET", "HEAD", "POST"), (request, response) =>
      answer(app, { request, response, createPage: request.method === "POST" ? act : open }),
    );
  serve(
    CONFIRM_PATH,
    async (request) =>
      (await canConfirm(app, parameter(request, "t")))
        ? {
            title: "Confirm your email address",
            text: "StackLoop will send the emails that you chose in your account to this address.",
            button: "Confirm Address",
          }
        : null,
    async (request) =>
      (await confirm(app, parameter(request, "t")))
        ? { title: "Address confirmed", text: "You will receive the emails that you chose.", button: null }
        : null,
  );
  serve(
    UNSUBSCRIBE_PATH,
    async (request) => {
      const address = await addressToUnsubscribe(app, parameter(request, "u"), parameter(request, "t"));
      return address === null
        ? null
        : {
            title: "Unsubscribe",
            text: `Stop all emails from StackLoop to ${address}?`,
            button: "Unsubscribe",
          };
    },
    async (request) =>
      (await unsubscribe(app, parameter(request, "u"), parameter(request, "t")))
        ? {
            title: "You're unsubscribed",
            text: "You will no longer receive digests or emails about mentions. You can turn them on again in your account.",
            button: null,
          }
        : null,
  );
  return router;
}

/** Returns the page for a request, or null for a link that doesn't work. */
type CreatePage = (request: Request) => Promise<LinkPage | null>;

async function answer(
  app: App,
  { request, response, createPage }: { request: Request; response: Response; createPage: CreatePage },
): Promise<void> {
  await app.limits.visitors.count(addressKey(request.ip ?? ""));
  const page = request.path === "/" ? await createPage(request) : null;
  reply(response, page ?? EXPIRED, page === null ? 404 : 200);
}

const parameter = ({ query }: Request, name: string): string => {
  const value = query[name];
  return typeof value === "string" ? value.slice(0, 200) : "";
};

function reply(response: Response, { title, text, button }: LinkPage, status: number): void {
  response.setHeader("X-Robots-Tag", "noindex, nofollow");
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("Content-Security-Policy", POLICY);
  // The address contains a secret. With "no-referrer", browsers would send no origin with the form.
  response.setHeader("Referrer-Policy", "same-origin");
  response.status(status).type("html").send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · StackLoop</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>
${button === null ? '<p><a href="/account">Open your account</a></p>' : `<form method="post"><button>${escapeHtml(button)}</button></form>`}
</main></body></html>
`);
}
