import { TriangleAlert } from "lucide-react";

/** Why the picture that a field names cannot be shown. The field can be saved all the same. */
export function PictureError({ error }: { error: string }) {
  return (
    <span className="flex items-start gap-1.5 text-warning-ink">
      <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      {error}
    </span>
  );
}
