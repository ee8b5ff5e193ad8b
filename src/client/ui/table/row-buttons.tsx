import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";

import { IconButton } from "#client/ui/button.tsx";

/** Style of a row that another user has just added or changed. */
export const CHANGED_ROW_STYLE = "bg-accent-soft transition-colors duration-500";

interface RowOpenerProps {
  isActive: boolean;
  onOpen: () => void;
  children: ReactNode;
}

/** Button that opens a row. Only the active row's button is in the tab order; arrow keys reach the others. */
export function RowOpener({ isActive, onOpen, children }: RowOpenerProps) {
  return (
    <button
      type="button"
      data-row-open
      tabIndex={isActive ? 0 : -1}
      onClick={onOpen}
      className="block w-full min-w-0 scroll-mt-28 truncate text-left font-medium text-ink outline-none"
    >
      {children}
    </button>
  );
}

interface EditDeleteButtonsProps {
  /** Name of the row's item. */
  name: string;
  onEdit: () => void;
  onDelete: () => void;
}

/** Edit and delete buttons at the end of a table row. */
export function EditDeleteButtons({ name, onEdit, onDelete }: EditDeleteButtonsProps) {
  return (
    <>
      <IconButton label={`Edit ${name}`} size="small" onClick={onEdit}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={`Delete ${name}`} size="small" className="hover:text-danger-ink" onClick={onDelete}>
        <Trash2 aria-hidden />
      </IconButton>
    </>
  );
}
