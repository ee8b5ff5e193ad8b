import { createContext, useCallback, useContext, useEffectEvent, useLayoutEffect, useState } from "react";

/** Attempt to leave unsaved text. Call exactly one of the two once the user has decided. */
export interface Leaving {
  leave: () => void;
  stay: () => void;
}

/** Asks the user. */
type Ask = (leaving: Leaving) => void;

/** Guards against leaving a page with unsaved content. */
export interface LeaveGuards {
  /**
   * Blocks navigation until `ask` is answered; the last guard added is asked. Returns a function that removes the
   * guard.
   */
  add: (ask: Ask) => () => void;
  /** Runs an action that would lose typed text, such as signing out. Asks first if necessary. */
  leave: (go: () => void) => void;
}

/** Without a provider, as in a component rendered alone, nothing is asked. */
export const LeaveGuardsContext = createContext<LeaveGuards>({ add: () => () => {}, leave: (go) => go() });

/** Flags the surrounding page or dialog as unsaved. Returns a function that clears the flag. */
export const UnsavedContext = createContext<() => () => void>(() => () => {});

/** Counts unsaved flags. */
export function useUnsavedCount(): { hasUnsaved: boolean; addUnsaved: () => () => void } {
  const [count, setCount] = useState(0);
  const addUnsaved = useCallback(() => {
    setCount((before) => before + 1);
    return () => setCount((before) => before - 1);
  }, []);
  return { hasUnsaved: count > 0, addUnsaved };
}

/** While `isUnsaved`, leaving the surrounding dialog or page asks first, starting with the first typed key. */
export function useUnsaved(isUnsaved: boolean): void {
  const addUnsaved = useContext(UnsavedContext);
  useLayoutEffect(() => (isUnsaved ? addUnsaved() : undefined), [isUnsaved, addUnsaved]);
}

/** While `isNeeded`, navigation calls `ask` first. */
export function useLeaveGuard(isNeeded: boolean, ask: Ask): void {
  const { add } = useContext(LeaveGuardsContext);
  const askNow = useEffectEvent(ask);
  useLayoutEffect(() => (isNeeded ? add((leaving) => askNow(leaving)) : undefined), [isNeeded, add]);
}

/** Returns a function that confirms before losing text, for actions other than navigation. */
export const useLeave = (): LeaveGuards["leave"] => useContext(LeaveGuardsContext).leave;

/** State of a navigation that needs no confirmation, as after signing out. */
export const DECIDED = { isDecided: true };
