import {
  type Location,
  NavigationType,
  type Navigator,
  parsePath,
  type To,
  type UNSAFE_createBrowserHistory,
} from "react-router-dom";

type BrowserHistory = ReturnType<typeof UNSAFE_createBrowserHistory>;

/** Where the browser stands, and how it came there. */
export interface Place {
  location: Location;
  action: NavigationType;
  /** The page stays, and how far it is scrolled with it. */
  keepsScroll: boolean;
}

/** A step that was refused: exactly one of the two is called when somebody has decided. */
export interface HeldStep {
  proceed: () => void;
  reset: () => void;
}

/** A step that is about to be taken. */
interface Step {
  currentLocation: Location;
  nextLocation: Location;
  historyAction: NavigationType;
}

type Guard = (step: Step) => boolean;

/**
 * The browser's history with somebody at the door: a guard may hold any step, also Back and Forward, which are taken back
 * until it lets them go. A history has one guard at most.
 */
export interface GuardedHistory {
  navigator: Navigator;
  /** The same object until the next step. */
  place: () => Place;
  held: () => HeldStep | null;
  subscribe: (listener: () => void) => () => void;
  guard: (guard: Guard) => () => void;
  /** Called with the place that is left, just before. */
  onLeave: (listener: (place: Place) => void) => () => void;
}

type Source = Pick<
  BrowserHistory,
  "action" | "location" | "createHref" | "encodeLocation" | "go" | "listen" | "push" | "replace"
>;

export function createGuardedHistory(source: Source): GuardedHistory {
  const listeners = new Set<() => void>();
  const leaveListeners = new Set<(place: Place) => void>();
  let place: Place = { location: source.location, action: source.action, keepsScroll: false };
  let held: HeldStep | null = null;
  let guard: Guard | null = null;
  /** What to do once the browser has taken a refused step back. */
  let afterReturn: (() => void) | null = null;
  /** The next step has been agreed to. */
  let isAgreed = false;

  const notify = () => listeners.forEach((listener) => listener());

  function arrive(action: NavigationType, keepsScroll: boolean) {
    isAgreed = false;
    held = null;
    place = { location: source.location, action, keepsScroll };
    notify();
  }

  function hold(proceed: () => void) {
    const step: HeldStep = {
      proceed() {
        if (held !== step) return;
        isAgreed = true;
        proceed();
      },
      reset() {
        if (held !== step) return;
        held = null;
        notify();
      },
    };
    held = step;
    notify();
  }

  const isRefused = (nextLocation: Location, historyAction: NavigationType) =>
    !isAgreed && guard !== null && guard({ currentLocation: place.location, nextLocation, historyAction });

  const leave = () => leaveListeners.forEach((listener) => listener(place));

  function go(action: NavigationType.Push | NavigationType.Replace) {
    return (to: To, state: unknown, options?: { preventScrollReset?: boolean }) => {
      const take = () => {
        leave();
        if (action === NavigationType.Push) source.push(to, state);
        else source.replace(to, state);
        arrive(action, options?.preventScrollReset === true);
      };
      const { pathname = "/", search = "", hash = "" } = typeof to === "string" ? parsePath(to) : to;
      if (isRefused({ pathname, search, hash, state, key: "" }, action)) hold(take);
      else take();
    };
  }

  function handlePop({ location, delta }: { location: Location; delta: number | null }) {
    if (afterReturn) {
      const next = afterReturn;
      afterReturn = null;
      next();
      return;
    }
    if (delta === null || delta === 0 || !isRefused(location, NavigationType.Pop)) {
      leave();
      arrive(NavigationType.Pop, false);
      return;
    }
    let isBack = false;
    let isWanted = false;
    afterReturn = () => {
      isBack = true;
      if (isWanted) source.go(delta);
    };
    source.go(-delta);
    hold(() => {
      isWanted = true;
      if (isBack) source.go(delta);
    });
  }

  let unlisten: (() => void) | null = null;
  return {
    navigator: {
      createHref: (to) => source.createHref(to),
      encodeLocation: (to) => source.encodeLocation(to),
      go: (delta) => source.go(delta),
      push: go(NavigationType.Push),
      replace: go(NavigationType.Replace),
    },
    place: () => place,
    held: () => held,
    subscribe(listener) {
      unlisten ??= source.listen(handlePop);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        unlisten?.();
        unlisten = null;
      };
    },
    guard(next) {
      guard = next;
      return () => {
        if (guard === next) guard = null;
      };
    },
    onLeave(listener) {
      leaveListeners.add(listener);
      return () => leaveListeners.delete(listener);
    },
  };
}
