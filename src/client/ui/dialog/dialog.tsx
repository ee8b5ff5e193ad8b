import { Description, DialogBackdrop, DialogPanel, DialogTitle, Dialog as Modal } from "@headlessui/react";
import { X } from "lucide-react";
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";

import { Button } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { NEVER_COVERED } from "#client/ui/feedback/clearance.ts";

import { DialogCloseContext, DialogFrame, DialogNoteSlot } from "./dialog-frame.tsx";
import { type LeaveAttempt, UnsavedContext, useLeaveGuard, useUnsavedCount } from "./unsaved.ts";

const SIZES = {
  small: "md:max-w-md",
  medium: "md:max-w-xl",
  large: "md:max-w-3xl",
};

interface DialogProps {
  isOpen: boolean;
  /** Called by Escape, the backdrop, the close button and DialogClose. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  size?: keyof typeof SIZES;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  /** Makes the dialog a form, submitted by Enter, Ctrl or Cmd plus Enter, or a submit button in the footer. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /**
   * True if there is typed text. Closing the dialog or leaving the page then asks first. Content can also use
   * `useUnsaved`.
   */
  isDirty?: boolean;
  /** True if Cancel and the backdrop discard the text without asking. Other ways of closing still ask. */
  discardsOnCancel?: boolean;
  /** True while work is in progress. Navigation then closes the dialog instead. */
  isBusy?: boolean;
  /** True for a question instead of a task: announced as an alert, and small even on small screens. */
  isAlert?: boolean;
  /** True for a sheet at the bottom of a small screen, as high as its content. */
  isSheet?: boolean;
  /** True for a dialog of text without controls. It takes the focus, so that keys scroll it. */
  isText?: boolean;
  children?: ReactNode;
}

/** Modal dialog. On small screens, a sheet of full height. */
export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  size = "medium",
  footer,
  onSubmit,
  isDirty = false,
  discardsOnCancel = false,
  isBusy = false,
  isAlert = false,
  isSheet = false,
  isText = false,
  children,
}: DialogProps) {
  const lastInput = useLastInput();
  const { hasUnsaved, addUnsaved } = useUnsavedCount();
  const needsConfirmation = isOpen && (isDirty || hasUnsaved);
  const [leaving, setLeaving] = useState<LeaveAttempt | null>(null);
  /** Element to focus again if the user continues editing. */
  const focusBefore = useRef<Element>(null);
  const [noteSlot, setNoteSlot] = useState<HTMLElement | null>(null);
  if (leaving && !needsConfirmation) setLeaving(null);

  function keepEditing() {
    setLeaving(null);
    leaving?.stay();
    if (focusBefore.current instanceof HTMLElement) focusBefore.current.focus({ preventScroll: true });
  }

  function ask(next: LeaveAttempt) {
    const { activeElement } = document;
    // Escape and clicks outside the fields blur the field first.
    focusBefore.current = activeElement === document.body ? lastInput.current.focused : activeElement;
    setLeaving(next);
  }

  function handleClose() {
    if (leaving) keepEditing();
    else if (needsConfirmation) ask({ leave: onClose, stay() {} });
    else onClose();
  }

  // On Escape or a click on the backdrop.
  const handleDismiss = () => (discardsOnCancel && !lastInput.current.isKey ? onClose() : handleClose());

  useLeaveGuard(needsConfirmation || (isOpen && isBusy), (next) => {
    if (needsConfirmation) {
      ask(next);
      return;
    }
    next.stay();
    onClose();
  });

  return (
    <Modal
      open={isOpen}
      onClose={handleDismiss}
      role={isAlert ? "alertdialog" : "dialog"}
      className="relative z-50 outline-none"
    >
      <DialogBackdrop
        transition
        className="fixed inset-0 bg-backdrop transition-opacity duration-150 data-closed:opacity-0 print:hidden"
      />
      <div
        className={classNames(
          "fixed inset-0 flex justify-center md:p-6 print:static print:block print:p-0",
          // Other dialogs hang from the top, so that their content doesn't move when more of it loads.
          isAlert ? "items-center p-4" : "md:items-start md:pt-[min(8vh,6rem)]",
          !isAlert && (isSheet ? "items-end" : "items-stretch"),
        )}
      >
        <DialogPanel
          transition
          className={classNames(
            "flex print:block w-full min-w-0 bg-raised shadow-dialog transition duration-150 md:max-h-full md:rounded-card md:border md:border-line",
            "data-closed:translate-y-2 data-closed:opacity-0 md:data-closed:scale-98",
            isAlert && "max-h-full rounded-card border border-line",
            isSheet && "max-h-[85dvh] rounded-t-card border-t border-line",
            SIZES[size],
          )}
        >
          <DialogCloseContext value={discardsOnCancel ? onClose : handleClose}>
            <UnsavedContext value={addUnsaved}>
              <DialogFrame isAlert={isAlert} onSubmit={onSubmit}>
                <div {...NEVER_COVERED} className="shrink-0 px-5 pt-4 pr-14 pb-3 md:px-6 md:pt-5 md:pr-14">
                  <DialogTitle dir="auto" className="text-base font-semibold text-ink">
                    {title}
                  </DialogTitle>
                  {description && (
                    <Description dir="auto" className="mt-1 text-sm text-pretty text-ink-muted">
                      {description}
                    </Description>
                  )}
                </div>
                {children && (
                  <div
                    data-scroller
                    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
                    tabIndex={isText ? 0 : undefined}
                    className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-5 -outline-offset-2 md:px-6 md:pb-6 short:flex-none short:overflow-visible"
                  >
                    <DialogNoteSlot value={noteSlot}>{children}</DialogNoteSlot>
                  </div>
                )}
                {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- resetting a form replaces the contents of its <output> */}
                <div ref={setNoteSlot} role="status" className="shrink-0" />
                {leaving && <DiscardBar onKeepEditing={keepEditing} onDiscard={leaving.leave} />}
                {footer && !leaving && (
                  <div
                    {...NEVER_COVERED}
                    className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-line px-5 py-3 md:px-6 print:hidden"
                  >
                    {footer}
                  </div>
                )}
                {/* Last in the document, so that the first field gets the initial focus. */}
                <button
                  {...NEVER_COVERED}
                  type="button"
                  aria-label="Close"
                  onClick={handleClose}
                  className="absolute top-2.5 right-2.5 flex size-control items-center justify-center rounded-control text-ink-faint hover:bg-sunken hover:text-ink md:top-3.5 md:right-3.5 print:hidden"
                >
                  <X aria-hidden className="size-4" />
                </button>
              </DialogFrame>
            </UnsavedContext>
          </DialogCloseContext>
        </DialogPanel>
      </div>
    </Modal>
  );
}

interface LastInput {
  isKey: boolean;
  /** Element that had the focus. */
  focused: Element | null;
}

/** Returns the last input. A closing dialog doesn't report whether Escape or its backdrop closed it. */
function useLastInput(): RefObject<LastInput> {
  const lastInput = useRef<LastInput>({ isKey: false, focused: null });
  useEffect(() => {
    const record = ({ type }: Event) => {
      lastInput.current = { isKey: type === "keydown", focused: document.activeElement };
    };
    window.addEventListener("keydown", record, true);
    window.addEventListener("pointerdown", record, true);
    return () => {
      window.removeEventListener("keydown", record, true);
      window.removeEventListener("pointerdown", record, true);
    };
  }, []);
  return lastInput;
}

interface DiscardBarProps {
  onKeepEditing: () => void;
  onDiscard: () => void;
}

/** Replaces the footer and asks before discarding typed text. */
function DiscardBar({ onKeepEditing, onDiscard }: DiscardBarProps) {
  return (
    <div
      {...NEVER_COVERED}
      role="alert"
      className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line bg-warning-soft px-5 py-3 md:rounded-b-card md:px-6"
    >
      <p className="mr-auto text-sm font-medium text-warning-ink">Discard your changes?</p>
      <Button ref={(button) => button?.focus()} onClick={onKeepEditing}>
        Keep Editing
      </Button>
      <Button variant="danger" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}
