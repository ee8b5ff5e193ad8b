import {
  createContext,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
} from "react";
import { createPortal } from "react-dom";

/** Element for a dialog's notes; null until it is rendered. */
export const DialogNoteSlot = createContext<HTMLElement | null>(null);

/** Note in the surrounding dialog, above the buttons, so that the dialog's content doesn't move. */
export function DialogNote({ children }: { children: ReactNode }) {
  const slot = useContext(DialogNoteSlot);
  return slot && createPortal(children, slot);
}

const FIELD = "input:not([hidden], [type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)";
// In short windows the title and the buttons scroll with the content, which would have no room between them.
const LOOK = "relative flex min-w-0 flex-1 flex-col short:overflow-y-auto short:overscroll-contain";

interface DialogFrameProps {
  /** True to focus the first button of a question instead of the first field. */
  isAlert: boolean;
  onSubmit: ((event: FormEvent<HTMLFormElement>) => void) | undefined;
  children: ReactNode;
}

/** Submits on Ctrl or Cmd plus Enter. Uses a click instead of requestSubmit, so that a pending button can refuse it. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLButtonElement>("button[type=submit]")?.click();
}

/** Returns the first field. Among radio buttons, returns the selected one, so that arrow keys continue from it. */
function firstField(frame: HTMLElement | null): HTMLElement | null {
  const first = frame?.querySelector<HTMLElement>(FIELD) ?? null;
  if (!(first instanceof HTMLInputElement) || first.type !== "radio") return first;
  return frame?.querySelector<HTMLElement>(`input[name="${CSS.escape(first.name)}"]:checked`) ?? first;
}

/** Content of a dialog, as a form if it can be submitted. */
export function DialogFrame({ isAlert, onSubmit, children }: DialogFrameProps) {
  const frame = useRef<HTMLElement | null>(null);
  const setFrame = (element: HTMLElement | null) => {
    frame.current = element;
  };

  useEffect(() => {
    const focusFirst = () => {
      const first = firstField(frame.current);
      if (first) return first.focus();
      // The buttons are below the content, to which a short window would scroll.
      const button = frame.current?.querySelector<HTMLElement>(isAlert ? "button" : "[data-autofocus]");
      button?.focus({ preventScroll: true });
    };
    focusFirst();
    // If this dialog replaces another one, Headless UI restores the focus of that one and then focuses this dialog.
    const dialog = frame.current?.closest<HTMLElement>("[role$=dialog]");
    const untilUsed = new AbortController();
    const { signal } = untilUsed;
    const stop = () => untilUsed.abort();
    dialog?.addEventListener("focusin", ({ target }) => target === dialog && focusFirst(), { signal });
    for (const use of ["keydown", "pointerdown"])
      document.addEventListener(use, stop, { capture: true, signal });
    return stop;
  }, [isAlert]);

  if (!onSubmit) {
    return (
      <div ref={setFrame} className={LOOK}>
        {children}
      </div>
    );
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    // React events bubble through portals. A form in a dialog must not submit the form that opened it.
    event.stopPropagation();
    onSubmit?.(event);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key for the whole form
    <form ref={setFrame} noValidate onSubmit={handleSubmit} onKeyDown={submitByKey} className={LOOK}>
      {children}
    </form>
  );
}
