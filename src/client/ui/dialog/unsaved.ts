import { createContext, useCallback, useContext, useEffectEvent, useLayoutEffect, useState } from "react";

/** Attempt to leave unsaved text. Exactly one of the two must be called once the user has decided. */
export interface LeaveAttempt {
  leave: () => void;
  stay: () => void;
}

/** Asks the user whether to leave or to stay. */
type AskUser = (leaving: LeaveAttempt) => void;

/** Guards against leaving a page with unsaved content. */
export interface LeaveGuards {
  /**
   * Blocks navigation until the user answers `ask`. Only the last guard added asks. Returns a function that removes it.
   */
  add: (ask: AskUser) => () => void;
  /** Runs an action that would lose typed text, such as signing out. Asks first if necessary. */
  leave: (go: () => void) => void;
}

/** Without a provider, as for a component rendered alone in a test, nothing asks. */
export const LeaveGuardsContext = createContext<LeaveGuards>({ add: () => () => {}, leave: (go) => go() });

/** Flags the surrounding page or dialog as unsaved. Returns a function that clears the flag. */
export const UnsavedContext = createContext<() => () => void>(() => () => {});

/** Counts unsaved flags. */
export function useUnsavedCount(): { hasUnsaved: boolean; addUnsaved: () => () => void } {
  const [count, setCount] = useState(0);
  const addUnsaved = useCallback(() => {
    setCount((last) => last + 1);
    return () => setCount((last) => last - 1);
  }, []);
  return { hasUnsaved: count > 0, addUnsaved };
}

/** While `isUnsaved`, leaving the surrounding dialog or page asks first. It applies from the first typed key on. */
export function useUnsaved(isUnsaved: boolean): void {
  const addUnsaved = useContext(UnsavedContext);
  useLayoutEffect(() => (isUnsaved ? addUnsaved() : undefined), [isUnsaved, addUnsaved]);
}

/** While `isNeeded`, navigation calls `ask` first. */
export function useLeaveGuard(isNeeded: boolean, ask: AskUser): void {
  const { add } = useContext(LeaveGuardsContext);
  const askLatest = useEffectEvent(ask);
  useLayoutEffect(() => (isNeeded ? add((leaving) => askLatest(leaving)) : undefined), [isNeeded, add]);
}

/** Returns a function that confirms before losing text, for actions other than navigation. */
export const useLeave = (): LeaveGuards["leave"] => useContext(LeaveGuardsContext).leave;

/** History state of a navigation that needs no confirmation, such as after signing out. */
export const LEAVE_CONFIRMED = { isDecided: true };
