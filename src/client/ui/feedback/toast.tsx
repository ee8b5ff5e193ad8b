import { createContext, useContext, useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";

import type { ToastMessage } from "./toast-region.tsx";

const loadRegion = () => import("./toast-region.tsx");
type Region = Awaited<ReturnType<typeof loadRegion>>["ToastRegion"];

export type ToastAction = NonNullable<ToastMessage["action"]>;

interface ToastOptions {
  /** Internal link to a next step. */
  link?: ToastMessage["link"];
  /** Action as a button. The toast then remains twice as long. */
  action?: ToastAction;
  /** True to appear after the visible toast instead of replacing it. */
  queued?: boolean;
}

type Show = (title: string, description?: string, options?: ToastOptions) => void;

interface Toasts {
  success: Show;
  failure: Show;
  info: Show;
  /** Removes all toasts. */
  clear: () => void;
}

const ToastContext = createContext<Toasts | null>(null);

type NewToast = Omit<ToastMessage, "id" | "isOpen">;

interface ToastState {
  toast: ToastMessage | null;
  queue: readonly NewToast[];
}
const NO_TOASTS: ToastState = { toast: null, queue: [] };

const openToast = (toast: NewToast, last: ToastMessage | null): ToastMessage => ({
  ...toast,
  id: (last?.id ?? 0) + 1,
  isOpen: true,
});

function closeToast({ toast, queue: [next, ...queue] }: ToastState): ToastState {
  if (next) return { toast: openToast(next, toast), queue };
  return { toast: toast && { ...toast, isOpen: false }, queue };
}

/** Provider for the single visible toast. A new one replaces it. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [{ toast }, setToasts] = useState<ToastState>(NO_TOASTS);
  const loaded = useRegion(toast !== null);
  const toasts = useMemo(() => {
    const show =
      (tone: ToastMessage["tone"]): Show =>
      (title, description, { link, action, queued = false } = {}) =>
        setToasts((state) => {
          const next = { tone, title, description, link, action };
          return queued && state.toast?.isOpen
            ? { ...state, queue: [...state.queue, next] }
            : { ...state, toast: openToast(next, state.toast) };
        });
    return {
      success: show("success"),
      failure: show("failure"),
      info: show("info"),
      clear: () => setToasts(NO_TOASTS),
    };
  }, []);

  return (
    <ToastContext value={toasts}>
      {children}
      {loaded && (
        <loaded.Region
          toast={toast}
          onClose={(id) => setToasts((state) => (state.toast?.id === id ? closeToast(state) : state))}
        />
      )}
    </ToastContext>
  );
}

/**
 * Returns the toast region once it is loaded. It loads on the first key or click, before it is needed, so that it is
 * available even if the server becomes unreachable.
 */
function useRegion(isDue: boolean): { Region: Region } | null {
  const [loaded, setLoaded] = useState<{ Region: Region } | null>(null);
  const isLoaded = loaded !== null;
  useEffect(() => {
    if (isLoaded) return undefined;
    const load = () =>
      void loadRegion().then(
        ({ ToastRegion }) => setLoaded({ Region: ToastRegion }),
        // The next key or click tries again.
        () => {},
      );
    if (isDue) load();
    const stop = new AbortController();
    for (const event of ["pointerdown", "keydown"])
      window.addEventListener(event, load, { signal: stop.signal, capture: true });
    return () => stop.abort();
  }, [isDue, isLoaded]);
  return loaded;
}

/** Returns functions that show a toast for five seconds, or ten with an action. */
export function useToast(): Toasts {
  const toasts = useContext(ToastContext);
  if (toasts === null) throw new Error("useToast needs a ToastProvider around it");
  return toasts;
}
