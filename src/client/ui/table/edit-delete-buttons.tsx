import { Pencil, Trash2 } from "lucide-react";

import { IconButton } from "#client/ui/icon-button.tsx";

interface EditDeleteButtonsProps {
  /** What the row is about. */
  name: string;
  onEdit: () => void;
  onDelete: () => void;
}

/** The last two actions of a table's row. */
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
