import { createContext, lazy, Suspense, useContext, useMemo, useState } from "react";
import type { ReactNode } from "react";

import type { ToastMessage } from "./toast-region.tsx";

// Loaded beside the first page, not before it: no toast is due that early.
const ToastRegion = lazy(async () => ({ default: (await import("./toast-region.tsx")).ToastRegion }));

type Show = (title: string, description?: string) => void;

interface Toasts {
  success: Show;
  failure: Show;
  info: Show;
}

const ToastContext = createContext<Toasts | null>(null);

/** Holds the one toast that may be visible: a new one takes the place of the last. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<ToastMessage | null>(null);
  const toasts = useMemo(() => {
    const show =
      (tone: ToastMessage["tone"]): Show =>
      (title, description) =>
        setToast((last) => ({ id: (last?.id ?? 0) + 1, tone, title, description, isOpen: true }));
    return { success: show("success"), failure: show("failure"), info: show("info") };
  }, []);

  return (
    <ToastContext value={toasts}>
      {children}
      <Suspense fallback={null}>
        <ToastRegion
          toast={toast}
          onClose={(id) => setToast((last) => (last?.id === id ? { ...last, isOpen: false } : last))}
        />
      </Suspense>
    </ToastContext>
  );
}

/** Tells the person what happened, for five seconds. */
export function useToast(): Toasts {
  const toasts = useContext(ToastContext);
  if (toasts === null) throw new Error("useToast needs a ToastProvider around it");
  return toasts;
}
