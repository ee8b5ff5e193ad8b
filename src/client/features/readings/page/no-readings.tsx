import { BookOpenText, Plus, SearchX } from "lucide-react";

import { Button } from "#client/ui/button.tsx";
import { EmptyState } from "#client/ui/empty-state.tsx";

interface NoReadingsProps {
  isFiltered: boolean;
  onClear: () => void;
  onAdd: () => void;
}

/** What stands in the place of the list when it is empty, and the way on. */
export function NoReadings({ isFiltered, onClear, onAdd }: NoReadingsProps) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No Readings Found"
        text="No readings match your search. Try different words or another topic."
        icon={<SearchX />}
        action={<Button onClick={onClear}>Clear Filters</Button>}
      />
    );
  }
  return (
    <EmptyState
      title="No Readings Yet"
      text="Start building your reading collection by adding your first book or article."
      icon={<BookOpenText />}
      action={
        <Button variant="primary" icon={<Plus aria-hidden />} onClick={onAdd}>
          Add Your First Reading
        </Button>
      }
    />
  );
}
