import { type FocusEvent, type KeyboardEvent, type Ref, useState } from "react";

import { useUnsaved } from "#client/ui/dialog/unsaved.ts";
import { Tag } from "#client/ui/text/tag.tsx";

import { useFieldControl } from "./field.tsx";

interface TagInputProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
  placeholder?: string;
  /** True to convert tags to lowercase. */
  isLowercase?: boolean;
  /** True to add the typed text when the control loses focus. */
  addOnBlur?: boolean;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
}

/** Tag input. Enter or a comma adds a tag. Ignores empty and repeated ones. */
export function TagInput({
  value,
  onChange,
  placeholder = "Type and press Enter",
  isLowercase = false,
  addOnBlur = false,
  onBlur,
  ref,
}: TagInputProps) {
  const control = useFieldControl({});
  const [text, setText] = useState("");
  useUnsaved(text.trim() !== "");

  function add(typed: string) {
    const words = typed.split(",").map((word) => (isLowercase ? word.toLowerCase() : word).trim());
    const tags = [...new Set([...value, ...words.filter((word) => word !== "")])];
    if (tags.length > value.length) onChange(tags);
    setText("");
  }

  function change(typed: string, isUnfinished: boolean) {
    if (typed.includes(",") && !isUnfinished) add(typed);
    else setText(typed);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === "Enter") {
      // Ctrl or Cmd plus Enter submits the form with the typed tag.
      if (!event.ctrlKey && !event.metaKey) event.preventDefault();
      add(text);
    }
    if (event.key === "Backspace" && text === "" && value.length > 0) onChange(value.slice(0, -1));
  }

  function handleBlur({ relatedTarget }: FocusEvent<HTMLInputElement>) {
    // Adds typed text before saving, so that it isn't lost.
    const isSaving = relatedTarget instanceof HTMLButtonElement && relatedTarget.type === "submit";
    if ((addOnBlur || isSaving) && text.trim() !== "") add(text);
    onBlur?.();
  }

  return (
    <div className="flex min-h-control w-full flex-wrap items-center gap-1.5 control px-1.5 py-1.25">
      {value.map((tag) => (
        <Tag key={tag} label={tag} onRemove={() => onChange(value.filter((other) => other !== tag))} />
      ))}
      <input
        {...control}
        dir="auto"
        ref={ref}
        value={text}
        placeholder={value.length === 0 ? placeholder : undefined}
        autoComplete="off"
        enterKeyHint="enter"
        onChange={(event) =>
          change(
            event.target.value,
            "isComposing" in event.nativeEvent && event.nativeEvent.isComposing === true,
          )
        }
        onCompositionEnd={(event) => change(event.currentTarget.value, false)}
        onKeyDown={handleKeyDown}
        onBlur={handleBlur}
        className="h-6 min-w-24 flex-1 bg-transparent px-1.5 outline-none placeholder:text-ink-faint"
      />
    </div>
  );
}
