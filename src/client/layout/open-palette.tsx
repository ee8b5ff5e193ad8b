import { Search } from "lucide-react";
import { useState } from "react";

import { lazyComponent } from "#client/ui/lazy-component.tsx";

const Palette = lazyComponent(() => import("./palette.tsx"), "Palette");

interface OpenPaletteProps {
  onClose: () => void;
  onShowKeys: () => void;
}

/** Command palette, which loads when it is first opened. A plain field receives the text typed until it has the focus. */
export function OpenPalette({ onClose, onShowKeys }: OpenPaletteProps) {
  const [typed, setTyped] = useState("");
  const [isReady, setReady] = useState(false);
  const [isEntered, setEntered] = useState(false);
  return (
    <>
      {!isReady && (
        <div className="fixed inset-0 z-70 flex items-start justify-center bg-backdrop p-3 md:pt-[14vh]">
          <div className="flex w-full max-w-xl items-center gap-3 rounded-card border border-line bg-raised px-4 shadow-dialog">
            <Search aria-hidden className="size-4 shrink-0 text-ink-faint" />
            <input
              ref={(input) => input?.focus()}
              aria-label="Search or jump to"
              dir="auto"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={({ key }) => {
                if (key === "Escape") onClose();
                if (key === "Enter") setEntered(true);
              }}
              placeholder="Search or jump to…"
              className="h-12 min-w-0 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-ink-faint"
            />
          </div>
        </div>
      )}
      <Palette
        search={typed}
        onSearch={setTyped}
        onReady={() => setReady(true)}
        opensFirst={isEntered}
        onClose={onClose}
        onShowKeys={onShowKeys}
      />
    </>
  );
}
