import { Plus, SearchX, TextQuote } from "lucide-react";

import { Button } from "#client/ui/button.tsx";
import { EmptyState } from "#client/ui/empty-state.tsx";

interface NoPromptsProps {
  isFiltered: boolean;
  onClear: () => void;
  onAdd: () => void;
}

/** What stands in the place of the list when it is empty, and the way on. */
export function NoPrompts({ isFiltered, onClear, onAdd }: NoPromptsProps) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No Prompts Found"
        text="No prompts match your current filters. Try adjusting your search criteria."
        icon={<SearchX />}
        action={<Button onClick={onClear}>Clear Filters</Button>}
      />
    );
  }
  return (
    <EmptyState
      title="No Prompts Found"
      text="Get started by adding your first prompt to the library."
      icon={<TextQuote />}
      action={
        <Button variant="primary" icon={<Plus aria-hidden />} onClick={onAdd}>
          Add Your First Prompt
        </Button>
      }
    />
  );
}
