import { Star } from "lucide-react";

import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";

interface StarButtonProps {
  isStarred: boolean;
  onStar: (isStarred: boolean) => void;
  /** Name of the item, for a list of many. */
  name?: string;
}

/** Button that stars an item for this user, or removes the star. */
export function StarButton({ isStarred, onStar, name = "" }: StarButtonProps) {
  const label = isStarred ? "Remove star" : "Star";
  return (
    <IconButton
      size="small"
      label={name === "" ? label : `${label}: ${name}`}
      aria-pressed={isStarred}
      aria-keyshortcuts="s"
      onClick={() => onStar(!isStarred)}
    >
      <Star aria-hidden className={classNames(isStarred && "fill-current text-accent-ink")} />
    </IconButton>
  );
}
