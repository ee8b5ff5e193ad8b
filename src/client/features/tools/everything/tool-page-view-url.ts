import { writeQuery } from "#client/features/page-view/view-query.ts";

/** Page state in the URL's query. The tool's id is in the path. */
export interface ToolPageView {
  filter: { search: string };
  dialog: "verdict" | "edit" | null;
  itemId: null;
}

export const TOOL_PAGE_ADDRESS = {
  read: (query: URLSearchParams): ToolPageView => ({
    filter: { search: "" },
    dialog: (["verdict", "edit"] as const).find((known) => known === query.get("dialog")) ?? null,
    itemId: null,
  }),
  write: ({ dialog }: ToolPageView): URLSearchParams => writeQuery({ dialog }),
};
