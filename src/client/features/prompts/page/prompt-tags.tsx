import { Badge } from "#client/ui/badge.tsx";
import { Tag } from "#client/ui/tag.tsx";

const SHOWN = 2;

interface PromptTagsProps {
  tags: readonly string[];
  onTag: (tag: string) => void;
}

/** The tags of a row: two of them, and how many more there are. */
export function PromptTags({ tags, onTag }: PromptTagsProps) {
  const hidden = tags.slice(SHOWN);
  return (
    // Where they have to share the room, a short one takes what it needs and the long ones share the rest evenly.
    <span className="grid min-w-0 auto-cols-[minmax(0,max-content)] grid-flow-col items-center justify-start gap-1.5">
      {tags.slice(0, SHOWN).map((tag) => (
        <Tag key={tag} label={tag} onClick={() => onTag(tag)} />
      ))}
      {hidden.length > 0 && (
        <span title={hidden.join(", ")} className="flex shrink-0">
          <Badge>+{hidden.length}</Badge>
        </span>
      )}
    </span>
  );
}
