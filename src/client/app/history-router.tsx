import { createContext, type ReactNode, useContext, useLayoutEffect, useSyncExternalStore } from "react";
import { Router } from "react-router-dom";

import type { GuardedHistory, HeldStep } from "./guarded-history.ts";

const HistoryContext = createContext<GuardedHistory | null>(null);

interface HistoryRouterProps {
  history: GuardedHistory;
  children: ReactNode;
}

/** React Router on a history that can be guarded. Its data router can do that too, and is three times as large. */
export function HistoryRouter({ history, children }: HistoryRouterProps) {
  const { location, action } = useSyncExternalStore(history.subscribe, history.place);
  return (
    <HistoryContext value={history}>
      <Router
        location={location}
        navigationType={action}
        navigator={history.navigator}
        useTransitions={false}
      >
        {children}
      </Router>
    </HistoryContext>
  );
}

function useHistory(): GuardedHistory {
  const history = useContext(HistoryContext);
  if (history === null) throw new Error("This needs a HistoryRouter around it");
  return history;
}

/** The step that `isHeld` refused, until somebody has decided. */
export function useHeldStep(isHeld: Parameters<GuardedHistory["guard"]>[0]): HeldStep | null {
  const history = useHistory();
  useLayoutEffect(() => history.guard(isHeld), [history, isHeld]);
  return useSyncExternalStore(history.subscribe, history.held);
}

const STORAGE_KEY = "scroll-places";

/** How far each entry of the history was scrolled when it was left, by its key. */
const scrollPlaces = readScrollPlaces();

function readScrollPlaces(): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]");
    const pairs: unknown[] = Array.isArray(stored) ? stored : [];
    return new Map(
      pairs.flatMap((pair): [string, number][] =>
        Array.isArray(pair) && typeof pair[0] === "string" && typeof pair[1] === "number"
          ? [[pair[0], pair[1]]]
          : [],
      ),
    );
  } catch {
    return new Map();
  }
}

function writeScrollPlaces(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...scrollPlaces].slice(-200)));
  } catch {
    // Storage is forbidden or full: after a reload the page begins at the top.
  }
}

/** Remembers how far each entry of the history is scrolled, also over a reload. */
export function useScrollPlaces(): void {
  const history = useHistory();
  useLayoutEffect(() => {
    const remember = () => {
      scrollPlaces.set(history.place().location.key, window.scrollY);
    };
    const keep = () => {
      window.history.scrollRestoration = "auto";
      remember();
      writeScrollPlaces();
    };
    window.history.scrollRestoration = "manual";
    window.addEventListener("pagehide", keep);
    const forget = history.onLeave(remember);
    return () => {
      forget();
      window.removeEventListener("pagehide", keep);
      window.history.scrollRestoration = "auto";
    };
  }, [history]);
}

/** Stands behind a page: once that is there, it is scrolled to where it was, or to its top. */
export function ScrollPlace() {
  const history = useHistory();
  const { location, keepsScroll } = useSyncExternalStore(history.subscribe, history.place);
  const { key, hash } = location;
  useLayoutEffect(() => {
    const known = scrollPlaces.get(key);
    const target = hash === "" ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    if (known !== undefined) window.scrollTo(0, known);
    else if (target) target.scrollIntoView();
    else if (!keepsScroll) window.scrollTo(0, 0);
  }, [key, hash, keepsScroll]);
  return null;
}
