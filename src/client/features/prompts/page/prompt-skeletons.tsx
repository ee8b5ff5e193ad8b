import { TableSkeleton } from "#client/ui/table-skeleton.tsx";

import { PROMPT_ACTIONS_WIDTH, promptColumns } from "./prompt-table.tsx";

const COLUMNS = promptColumns();

/** Holds the place of the table while the prompts are on their way. */
export function PromptSkeletons() {
  return (
    <TableSkeleton label="Loading prompts" rows={6} columns={COLUMNS} actionsWidth={PROMPT_ACTIONS_WIDTH} />
  );
}
