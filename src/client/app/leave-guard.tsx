import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type Location, NavigationType, useBlocker, useLocation } from "react-router-dom";

import {
  LEAVE_CONFIRMED,
  type LeaveGuards,
  LeaveGuardsContext,
  type LeaveAttempt,
  UnsavedContext,
  useLeaveGuard,
  useUnsavedCount,
} from "#client/ui/dialog/unsaved.ts";
import { lazyComponent } from "#client/ui/lazy-component.tsx";

const ConfirmDialog = lazyComponent(
  async () => (await import("#client/ui/dialog/confirm-dialog.tsx")).ConfirmDialog,
);

type AskUser = Parameters<LeaveGuards["add"]>[0];

const isOtherPage = (one: Location, other: Location) =>
  one.pathname !== other.pathname || one.search !== other.search;

const isConfirmed = (state: unknown) =>
  typeof state === "object" && state !== null && Object.keys(LEAVE_CONFIRMED).every((key) => key in state);

/** Returns the router's index of the current history entry. Null for histories without it. */
function entryNumber(): number | null {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && "idx" in state && typeof state.idx === "number"
    ? state.idx
    : null;
}

/**
 * Returns to a history entry. The router reverts only one step, so after two quick steps back the URL would not match
 * the page.
 */
function returnTo(entry: number | null): void {
  const current = entryNumber();
  if (entry !== null && current !== null && current !== entry) window.history.go(entry - current);
}

/**
 * Prevents loss of typed text: links, Back, Forward, signing out and reloading ask first, as Escape does in a dialog.
 * The router reverts a blocked navigation, so the URL stays correct.
 */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const askers = useRef<AskUser[]>([]);
  const [isGuarding, setGuarding] = useState(false);
  const blocker = useBlocker(
    useCallback(
      ({ currentLocation, nextLocation, historyAction }) =>
        askers.current.length > 0 &&
        isOtherPage(currentLocation, nextLocation) &&
        // A history entry retains its state, so Back and Forward must ask again.
        (historyAction === NavigationType.Pop || !isConfirmed(nextLocation.state)),
      [],
    ),
  );

  const { key } = useLocation();
  const entry = useRef({ key, number: entryNumber() });
  useLayoutEffect(() => {
    entry.current = { key, number: entryNumber() };
  }, [key]);

  const latestBlocker = useRef(blocker);
  useEffect(() => {
    latestBlocker.current = blocker;
    if (blocker.state !== "blocked") return;
    const ask = askers.current.at(-1);
    const stay = () => {
      blocker.reset();
      returnTo(entry.current.number);
    };
    if (ask) ask({ leave: blocker.proceed, stay });
    else stay();
  }, [blocker]);

  useLayoutEffect(() => {
    if (!isGuarding) return undefined;
    const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warnBeforeUnload);
    return () => window.removeEventListener("beforeunload", warnBeforeUnload);
  }, [isGuarding]);

  const guards = useMemo(
    (): LeaveGuards => ({
      add(ask) {
        askers.current.push(ask);
        setGuarding(true);
        return () => {
          // If the form is saved or closed while the question is open, cancel the navigation.
          if (askers.current.at(-1) === ask) latestBlocker.current.reset?.();
          askers.current = askers.current.filter((other) => other !== ask);
          setGuarding(askers.current.length > 0);
        };
      },
      leave(go) {
        const ask = askers.current.at(-1);
        if (ask) ask({ leave: go, stay() {} });
        else go();
      },
    }),
    [],
  );

  return (
    <LeaveGuardsContext value={guards}>
      <PageGuard>{children}</PageGuard>
    </LeaveGuardsContext>
  );
}

/** Guards text typed on the page itself, outside dialogs. */
function PageGuard({ children }: { children: ReactNode }) {
  const { hasUnsaved, addUnsaved } = useUnsavedCount();
  const [leaving, setLeaving] = useState<LeaveAttempt | null>(null);
  if (leaving && !hasUnsaved) setLeaving(null);
  useLeaveGuard(hasUnsaved, setLeaving);

  const finish = (decide: ((leaving: LeaveAttempt) => void) | undefined) => {
    setLeaving(null);
    if (leaving) decide?.(leaving);
  };

  return (
    <UnsavedContext value={addUnsaved}>
      {children}
      {leaving && (
        <ConfirmDialog
          isOpen
          onClose={() => finish(({ stay }) => stay())}
          onConfirm={() => finish(({ leave }) => leave())}
          title="Discard your changes?"
          text="Your text on this page hasn't been saved."
          cancelLabel="Keep Editing"
          confirmLabel="Discard"
        />
      )}
    </UnsavedContext>
  );
}
