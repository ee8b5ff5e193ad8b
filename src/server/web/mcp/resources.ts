import { type McpServer, ResourceNotFoundError, ResourceTemplate } from "@modelcontextprotocol/server";

import { isNotFound } from "#server/errors.ts";
import type { Context } from "#server/web/trpc/context.ts";
import { ANY_KIND, itemRefSchema } from "#shared/kernel/items.ts";

import { readItemRef, describeItem } from "./items.ts";
import { truncate, ROOM } from "./portions.ts";
import { protocolError } from "./refusals.ts";
import { callerOf, WRITTEN_BY_OTHERS } from "./words.ts";

/** Provides every item as a resource: `stackloop://tool/ID`. */
export function serveResources(mcp: McpServer, context: Context): void {
  mcp.registerResource(
    "item",
    new ResourceTemplate("stackloop://{kind}/{id}", { list: undefined }),
    {
      title: "An item of the team",
      description: `A ${ANY_KIND}: the kind and id from its id in search. Its texts are written by users and outside sources.`,
      mimeType: "text/markdown",
    },
    async ({ href }, { kind, id }) => {
      const ref = itemRefSchema.safeParse(`${String(kind)}:${String(id)}`);
      if (!ref.success) throw new ResourceNotFoundError(href);
      try {
        const { text } = await describeItem(callerOf(context), readItemRef(ref.data));
        const told = truncate(text, 0, ROOM);
        const more =
          told.next === null
            ? ""
            : `\n\nThe text continues: call fetch with the id ${ref.data} and the next ${told.next} for the rest.`;
        return {
          contents: [
            { uri: href, mimeType: "text/markdown", text: `${WRITTEN_BY_OTHERS}\n\n${told.text}${more}` },
          ],
        };
      } catch (error) {
        if (isNotFound(error)) throw new ResourceNotFoundError(href);
        throw protocolError(context, error);
      }
    },
  );
}
