import { createContext, lazy, Suspense, useContext, useMemo, useState } from "react";
import type { ReactNode } from "react";

import type { ToastMessage } from "./toast-region.tsx";

// Loaded beside the first page, not before it: no toast is due that early.
const ToastRegion = lazy(async () => ({ default: (await import("./toast-region.tsx")).ToastRegion }));

interface ToastOptions {
  /** A way on, inside the product. */
  link?: ToastMessage["link"];
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
  const toasts = useMemo(() => {
    const show =
      (tone: ToastMessage["tone"]): Show =>
      (title, description, { link, waits = false } = {}) =>
        setToasts((state) => {
          const next = { tone, title, description, link };
          return waits && state.toast?.isOpen
            ? { ...state, waiting: [...state.waiting, next] }
            : { ...state, toast: opened(next, state.toast) };
        });
    return { success: show("success"), failure: show("failure"), info: show("info") };
  }, []);

  return (
    <ToastContext value={toasts}>
      {children}
      <Suspense fallback={null}>
        <ToastRegion
          toast={toast}
          onClose={(id) => setToasts((state) => (state.toast?.id === id ? closed(state) : state))}
        />
      </Suspense>
    </ToastContext>
  );
}

/** Reports what happened, for five seconds. */
export function useToast(): Toasts {
  const toasts = useContext(ToastContext);
  if (toasts === null) throw new Error("useToast needs a ToastProvider around it");
  return toasts;
}
