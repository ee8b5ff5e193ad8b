import type { FormEvent, KeyboardEvent, ReactNode } from "react";

const LOOK = "relative flex min-w-0 flex-1 flex-col";

interface DialogFrameProps {
  onSubmit: ((event: FormEvent<HTMLFormElement>) => void) | undefined;
  children: ReactNode;
}

/** Ctrl or Cmd plus Enter. A click, not requestSubmit: a pending button must be able to refuse it. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLButtonElement>("button[type=submit]")?.click();
}

/** The inside of a dialog: a form if it can be submitted. */
export function DialogFrame({ onSubmit, children }: DialogFrameProps) {
  if (!onSubmit) return <div className={LOOK}>{children}</div>;

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    // React lets events climb through portals: a form in a dialog must not submit the form that opened it.
    event.stopPropagation();
    onSubmit?.(event);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key for the whole form
    <form noValidate onSubmit={handleSubmit} onKeyDown={submitByKey} className={LOOK}>
      {children}
    </form>
  );
}
