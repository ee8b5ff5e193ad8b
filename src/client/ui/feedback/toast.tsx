import { createContext, useContext, useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";

import type { ToastMessage } from "./toast-region.tsx";

const loadRegion = () => import("./toast-region.tsx");
type Region = Awaited<ReturnType<typeof loadRegion>>["ToastRegion"];

export type ToastAction = NonNullable<ToastMessage["action"]>;

interface ToastOptions {
  /** A way on, inside the product. */
  link?: ToastMessage["link"];
  /** What can be done about it: a button, for which the toast stays twice as long. */
  action?: ToastAction;
  /** Comes when the visible toast has gone, instead of taking its place. */
  waits?: boolean;
}

type Show = (title: string, description?: string, options?: ToastOptions) => void;

interface Toasts {
  success: Show;
  failure: Show;
  info: Show;
}

const ToastContext = createContext<Toasts | null>(null);

type NewToast = Omit<ToastMessage, "id" | "isOpen">;

interface ToastState {
  toast: ToastMessage | null;
  waiting: readonly NewToast[];
}
const NO_TOASTS: ToastState = { toast: null, waiting: [] };

const opened = (toast: NewToast, last: ToastMessage | null): ToastMessage => ({
  ...toast,
  id: (last?.id ?? 0) + 1,
  isOpen: true,
});

function closed({ toast, waiting: [next, ...waiting] }: ToastState): ToastState {
  if (next) return { toast: opened(next, toast), waiting };
  return { toast: toast && { ...toast, isOpen: false }, waiting };
}

/** Holds the one toast that may be visible: a new one takes the place of the last. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [{ toast }, setToasts] = useState<ToastState>(NO_TOASTS);
  const loaded = useRegion(toast !== null);
  const toasts = useMemo(() => {
    const show =
      (tone: ToastMessage["tone"]): Show =>
      (title, description, { link, action, waits = false } = {}) =>
        setToasts((state) => {
          const next = { tone, title, description, link, action };
          return waits && state.toast?.isOpen
            ? { ...state, waiting: [...state.waiting, next] }
            : { ...state, toast: opened(next, state.toast) };
        });
    return { success: show("success"), failure: show("failure"), info: show("info") };
  }, []);

  return (
    <ToastContext value={toasts}>
      {children}
      {loaded && (
        <loaded.Region
          toast={toast}
          onClose={(id) => setToasts((state) => (state.toast?.id === id ? closed(state) : state))}
        />
      )}
    </ToastContext>
  );
}

/**
 * Where toasts are shown, whose code comes with the first key or press: nearly every toast answers one, also when the
 * server can no longer be reached by then.
 */
function useRegion(isDue: boolean): { Region: Region } | null {
  const [loaded, setLoaded] = useState<{ Region: Region } | null>(null);
  const isLoaded = loaded !== null;
  useEffect(() => {
    if (isLoaded) return undefined;
    const load = () =>
      void loadRegion().then(
        ({ ToastRegion }) => setLoaded({ Region: ToastRegion }),
        // The next key or press is another try.
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

/** Reports what happened, for five seconds; for ten where something can be done about it. */
export function useToast(): Toasts {
  const toasts = useContext(ToastContext);
  if (toasts === null) throw new Error("useToast needs a ToastProvider around it");
  return toasts;
}
