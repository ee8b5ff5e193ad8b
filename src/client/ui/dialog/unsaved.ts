import { createContext, useCallback, useContext, useEffectEvent, useLayoutEffect, useState } from "react";

/** Somebody is about to leave what they have typed. Exactly one of the two is called when they have decided. */
export interface Leaving {
  leave: () => void;
  stay: () => void;
}

/** Puts the question. */
type Ask = (leaving: Leaving) => void;

/** Stands before every way out of the page while something there is not saved. */
export interface LeaveGuards {
  /** From now on nothing leads away without `ask`; the last one added is asked. Gives the way to end that. */
  add: (ask: Ask) => () => void;
  /** Does what would lose typed text, such as signing out: at once, or once somebody has agreed. */
  leave: (go: () => void) => void;
}

/** Without a guard around, as where a part is rendered alone, nothing is asked. */
export const LeaveGuardsContext = createContext<LeaveGuards>({ add: () => () => {}, leave: (go) => go() });

/** Marks the page or the dialog around as unsaved; gives the way to take that back. */
export const UnsavedContext = createContext<() => () => void>(() => () => {});

/** Counts what is marked as unsaved. */
export function useUnsavedCount(): { hasUnsaved: boolean; mark: () => () => void } {
  const [count, setCount] = useState(0);
  const mark = useCallback(() => {
    setCount((before) => before + 1);
    return () => setCount((before) => before - 1);
  }, []);
  return { hasUnsaved: count > 0, mark };
}

/** While `isUnsaved`, the dialog or page around asks before it is left: from the very key that was typed. */
export function useUnsaved(isUnsaved: boolean): void {
  const mark = useContext(UnsavedContext);
  useLayoutEffect(() => (isUnsaved ? mark() : undefined), [isUnsaved, mark]);
}

/** While `isNeeded`, whatever leads away from the page has `ask` called first. */
export function useLeaveGuard(isNeeded: boolean, ask: Ask): void {
  const { add } = useContext(LeaveGuardsContext);
  const askNow = useEffectEvent(ask);
  useLayoutEffect(() => (isNeeded ? add((leaving) => askNow(leaving)) : undefined), [isNeeded, add]);
}

/** Confirms first where something would be lost, for actions that are not navigation. */
export const useLeave = (): LeaveGuards["leave"] => useContext(LeaveGuardsContext).leave;

/** The state of a navigation that has been decided upon already, as after signing out. */
export const DECIDED = { isDecided: true };
