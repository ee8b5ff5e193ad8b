import type { ReactNode } from "react";

import { Button } from "#client/ui/button.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";

interface FilterSheetProps {
  /** Label of the button that shows the list, such as "Show 12 tools". */
  showLabel: string;
  hasFilter: boolean;
  onClear: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Sheet with the filters of a list, for phones. */
export function FilterSheet({ showLabel, hasFilter, onClear, onClose, children }: FilterSheetProps) {
  return (
    <Dialog
      isOpen
      isSheet
      onClose={onClose}
      title="Filters"
      footer={
        <>
          {hasFilter && <Button onClick={onClear}>Clear Filters</Button>}
          <Button variant="primary" onClick={onClose}>
            {showLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">{children}</div>
    </Dialog>
  );
}
