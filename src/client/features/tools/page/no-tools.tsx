import { Layers, Plus, SearchX, Sparkles } from "lucide-react";

import { Button } from "#client/ui/button.tsx";
import { EmptyState } from "#client/ui/empty-state.tsx";

import { useAddStarterTools } from "./use-tools.ts";

interface NoToolsProps {
  isFiltered: boolean;
  onClear: () => void;
  onAdd: () => void;
}

/** What stands in the place of the list when it is empty, and the way on. */
export function NoTools({ isFiltered, onClear, onAdd }: NoToolsProps) {
  if (!isFiltered) return <EmptyCatalogue onAdd={onAdd} />;
  return (
    <EmptyState
      title="No Tools Found"
      text="No tools match your current filters. Try adjusting your search criteria."
      icon={<SearchX />}
      action={<Button onClick={onClear}>Clear Filters</Button>}
    />
  );
}

function EmptyCatalogue({ onAdd }: { onAdd: () => void }) {
  const addStarterTools = useAddStarterTools();
  return (
    <EmptyState
      title="No Tools Found"
      text="Get started by adding your first AI tool to the database."
      icon={<Layers />}
      action={
        <>
          <Button
            icon={<Sparkles aria-hidden />}
            isPending={addStarterTools.isPending}
            pendingLabel="Adding..."
            onClick={() => addStarterTools.mutate()}
          >
            Start with well-known tools
          </Button>
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={onAdd}>
            Add Your First Tool
          </Button>
        </>
      }
    />
  );
}
