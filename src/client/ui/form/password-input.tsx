import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import type { ComponentProps } from "react";

import { TextInput } from "./text-input.tsx";

/** Password input with a button that shows the text. */
export function PasswordInput(props: Omit<ComponentProps<"input">, "type">) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative">
      <TextInput {...props} type={isShown ? "text" : "password"} className="pr-11" spellCheck={false} />
      <button
        type="button"
        // Doesn't contain "password", so that only the field's own label does.
        aria-label={isShown ? "Hide characters" : "Show characters"}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0 right-0 flex size-control items-center justify-center rounded-control text-ink-faint hover:text-ink"
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </div>
  );
}
