import { Pencil, Trash2 } from "lucide-react";

import { IconButton } from "#client/ui/icon-button.tsx";

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
