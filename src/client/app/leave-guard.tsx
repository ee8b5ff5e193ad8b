import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type Location, NavigationType, useBlocker, useLocation } from "react-router-dom";

import {
  DECIDED,
  type LeaveGuards,
  LeaveGuardsContext,
  type Leaving,
  UnsavedContext,
  useLeaveGuard,
  useUnsavedCount,
} from "#client/ui/dialog/unsaved.ts";
import { lazyComponent } from "#client/ui/lazy-component.tsx";

const ConfirmDialog = lazyComponent(
  async () => (await import("#client/ui/dialog/confirm-dialog.tsx")).ConfirmDialog,
);

type Ask = Parameters<LeaveGuards["add"]>[0];

const isElsewhere = (one: Location, other: Location) =>
  one.pathname !== other.pathname || one.search !== other.search;

const isDecided = (state: unknown) =>
  typeof state === "object" && state !== null && Object.keys(DECIDED).every((key) => key in state);

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
  const now = entryNumber();
  if (entry !== null && now !== null && now !== entry) window.history.go(entry - now);
}

/**
 * Prevents loss of typed text: links, Back, Forward, signing out and reloading ask first, as Escape does in a dialog.
 * The router reverts a blocked navigation, so the URL stays correct.
 */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const asks = useRef<Ask[]>([]);
  const [isGuarding, setGuarding] = useState(false);
  const step = useBlocker(
    useCallback(
      ({ currentLocation, nextLocation, historyAction }) =>
        asks.current.length > 0 &&
        isElsewhere(currentLocation, nextLocation) &&
        // A history entry retains its state, so Back and Forward must ask again.
        (historyAction === NavigationType.Pop || !isDecided(nextLocation.state)),
      [],
    ),
  );

  const { key } = useLocation();
  const entry = useRef({ key, number: entryNumber() });
  useLayoutEffect(() => {
    entry.current = { key, number: entryNumber() };
  }, [key]);

  const held = useRef(step);
  useEffect(() => {
    held.current = step;
    if (step.state !== "blocked") return;
    const ask = asks.current.at(-1);
    const stay = () => {
      step.reset();
      returnTo(entry.current.number);
    };
    if (ask) ask({ leave: step.proceed, stay });
    else stay();
  }, [step]);

  useLayoutEffect(() => {
    if (!isGuarding) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isGuarding]);

  const guards = useMemo(
    (): LeaveGuards => ({
      add(ask) {
        asks.current.push(ask);
        setGuarding(true);
        return () => {
          // If the form is saved or closed while the question is open, cancel the navigation.
          if (asks.current.at(-1) === ask) held.current.reset?.();
          asks.current = asks.current.filter((other) => other !== ask);
          setGuarding(asks.current.length > 0);
        };
      },
      leave(go) {
        const ask = asks.current.at(-1);
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
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  if (leaving && !hasUnsaved) setLeaving(null);
  useLeaveGuard(hasUnsaved, setLeaving);

  const settle = (decide: ((leaving: Leaving) => void) | undefined) => {
    setLeaving(null);
    if (leaving) decide?.(leaving);
  };

  return (
    <UnsavedContext value={addUnsaved}>
      {children}
      {leaving && (
        <ConfirmDialog
          isOpen
          onClose={() => settle(({ stay }) => stay())}
          onConfirm={() => settle(({ leave }) => leave())}
          title="Discard your changes?"
          text="Your text on this page hasn't been saved."
          cancelLabel="Keep Editing"
          confirmLabel="Discard"
        />
      )}
    </UnsavedContext>
  );
}
