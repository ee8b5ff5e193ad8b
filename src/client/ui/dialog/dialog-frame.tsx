import { Ellipsis } from "lucide-react";
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  createContext,
  useContext,
  useEffect,
  useRef,
} from "react";
import { createPortal } from "react-dom";

import { Button, IconButton } from "#client/ui/button.tsx";
import type { MenuEntry } from "#client/ui/menu/menu-list.tsx";
import { Menu } from "#client/ui/menu/menu.tsx";

/** Element for a dialog's notes; null until it is rendered. */
export const DialogNoteSlot = createContext<HTMLElement | null>(null);

/** Note in the surrounding dialog, above the buttons, so that the dialog's content doesn't move. */
export function DialogNote({ children }: { children: ReactNode }) {
  const slot = useContext(DialogNoteSlot);
  return slot && createPortal(children, slot);
}

const FIELD = "input:not([hidden], [type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)";
// In short windows, the title and the buttons scroll with the content. Otherwise no space would remain for it.
const FRAME_STYLE = "relative flex min-w-0 flex-1 flex-col short:overflow-y-auto short:overscroll-contain";

interface DialogFrameProps {
  /** True to focus the first button of a question instead of the first field. */
  isAlert: boolean;
  onSubmit: ((event: FormEvent<HTMLFormElement>) => void) | undefined;
  children: ReactNode;
}

/**
 * Submits on Ctrl or Cmd plus Enter. It clicks the button instead of calling requestSubmit, so a pending one can
 * refuse.
 */
function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLButtonElement>("button[type=submit]")?.click();
}

/**
 * Returns the first field. In a group of radio buttons this is the selected one, so that arrow keys continue from it.
 */
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
      // The buttons are below the content. Scrolling to them would hide the content of a short window.
      const button = frame.current?.querySelector<HTMLElement>(isAlert ? "button" : "[data-autofocus]");
      button?.focus({ preventScroll: true });
    };
    focusFirst();
    // If this dialog replaces another one, Headless UI first restores that one's focus, then focuses this dialog's
    // root.
    const dialog = frame.current?.closest<HTMLElement>("[role$=dialog]");
    const controller = new AbortController();
    const { signal } = controller;
    const stop = () => controller.abort();
    dialog?.addEventListener("focusin", ({ target }) => target === dialog && focusFirst(), { signal });
    for (const eventType of ["keydown", "pointerdown"])
      document.addEventListener(eventType, stop, { capture: true, signal });
    return stop;
  }, [isAlert]);

  if (!onSubmit) {
    return (
      <div ref={setFrame} className={FRAME_STYLE}>
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles a key of the whole form
    <form ref={setFrame} noValidate onSubmit={handleSubmit} onKeyDown={submitByKey} className={FRAME_STYLE}>
      {children}
    </form>
  );
}

/** Closes the surrounding dialog, or asks first if typed text would be lost. */
export const DialogCloseContext = createContext<(() => void) | null>(null);

function useDialogClose(): () => void {
  const close = useContext(DialogCloseContext);
  if (close === null) throw new Error("useDialogClose needs a Dialog around it");
  return close;
}

/** Cancel or Close button in a footer. Like Escape, it asks before discarding typed text. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Button onClick={useDialogClose()}>{children}</Button>;
}

interface FooterButtonProps {
  label: string;
  icon: ReactNode;
  keys?: string;
  disabled?: boolean;
  onClick: () => void;
}

/** Button in a dialog's footer. On small screens only the icon is visible, so that all buttons fit in a row. */
export function FooterButton({ label, icon, keys, disabled, onClick }: FooterButtonProps) {
  return (
    <Button
      variant="ghost"
      className="max-md:size-control max-md:px-0"
      icon={icon}
      aria-keyshortcuts={keys}
      disabled={disabled}
      onClick={onClick}
    >
      <span className="max-md:sr-only">{label}</span>
    </Button>
  );
}

/** Menu for rarely used actions, at the start of a footer. */
export function FooterMenu({ entries }: { entries: readonly MenuEntry[] }) {
  return (
    <span className="flex-1">
      <Menu
        side="top start"
        trigger={
          <IconButton label="More">
            <Ellipsis aria-hidden />
          </IconButton>
        }
        groups={[entries]}
      />
    </span>
  );
}
