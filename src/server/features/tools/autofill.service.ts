import type { App } from "#server/app.ts";
import { isWrongType, notFound, upstreamFailed } from "#server/errors.ts";
import { fetchFor } from "#server/features/sources/sources.service.ts";
import { storeFoundImage } from "#server/features/uploads/uploads.service.ts";
import { OutboundError } from "#server/outside/http/http-client.ts";
import { siteKey } from "#server/outside/releases/hosted-work.ts";
import type { User } from "#shared/accounts/users.ts";
import type { AutofillAnswer, AutofillRequest } from "#shared/tools/tools.ts";

import { findStarterTool } from "./starter-catalogue.ts";
import { COULD_NOT, suggestByProvider, suggestFromPage } from "./suggestions.service.ts";

/**
 * Suggests one field of a tool, from the AI provider. Without one, or if it fails, uses the bundled catalogue, then
 * the tool's page. The answer names its source.
 */
export async function autofill(app: App, user: User, request: AutofillRequest): Promise<AutofillAnswer> {
  const known = fromCatalogue(request);
  // No provider draws a logo, and a site's icon is seldom as good as the bundled logo.
  if (known && (!app.integrations.answers || request.fieldType === "logoUrl")) return known;
  return fetchFor(app, user, () => lookUpField(app, user, request, known));
}

async function lookUpField(
  app: App,
  user: User,
  request: AutofillRequest,
  known: AutofillAnswer | null,
): Promise<AutofillAnswer> {
  if (request.fieldType === "logoUrl") return fetchLogo(app, user, request);
  const wanted = { ...request, fieldType: request.fieldType, url: siteOf(request) };
  return firstOf(
    [() => suggestByProvider(app, user, wanted), () => known, () => suggestFromPage(app, wanted)],
    request,
  );
}

/** Returns the starter catalogue's value, unless the entered address shows that another tool is meant. */
function fromCatalogue({ toolName, fieldType, url }: AutofillRequest): AutofillAnswer | null {
  const tool = findStarterTool(toolName);
  const isOther = url !== null && tool?.url != null && siteKey(url) !== siteKey(tool.url);
  const known = isOther ? undefined : tool?.[fieldType];
  const value = Array.isArray(known) ? known.join(", ") : known;
  return value ? { value, source: "StackLoop's starter catalogue" } : null;
}

/** Returns the tool's address as entered, or from the starter catalogue. */
const siteOf = ({ toolName, url }: AutofillRequest): string | null =>
  url ?? findStarterTool(toolName)?.url ?? null;

/** Returns the first suggestion. If there is none, throws the first error or a "nothing found" error. */
async function firstOf(
  ways: readonly (() => Promise<AutofillAnswer | null> | AutofillAnswer | null)[],
  request: AutofillRequest,
): Promise<AutofillAnswer> {
  let failure: unknown;
  for (const way of ways) {
    try {
      const suggestion = await way();
      if (suggestion) return suggestion;
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure ?? nothingFound(request);
}

const nothingFound = (request: AutofillRequest) =>
  notFound(
    siteOf(request) === null
      ? `We don't know ${request.toolName} yet. Enter its URL so we can check its site.`
      : `Couldn't find this on the site of ${request.toolName}.`,
  );

/** Fetches the icons of the tool's site, best first, until one passes the upload checks. */
async function fetchLogo(app: App, user: User, request: AutofillRequest): Promise<AutofillAnswer> {
  const fieldType = "url" as const;
  const site =
    siteOf(request) ?? (await suggestByProvider(app, user, { ...request, fieldType }))?.value ?? null;
  if (site === null) throw nothingFound(request);
  const failed = (error: unknown) => {
    app.log.warn({ err: error, site }, "couldn't fetch a logo");
    return upstreamFailed(COULD_NOT);
  };
  let refusal: unknown;
  try {
    for await (const icon of app.integrations.icons.of(site)) {
      const value = await storeFoundImage(app, user, icon.bytes).catch((error: unknown) => {
        if (!isWrongType(error)) throw error;
        refusal ??= error;
      });
      if (value !== undefined) return { value, source: new URL(icon.url).hostname };
    }
  } catch (error) {
    throw error instanceof OutboundError ? failed(error) : error;
  }
  throw refusal ? failed(refusal) : nothingFound({ ...request, url: site });
}
