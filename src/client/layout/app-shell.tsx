import { Search } from "lucide-react";
import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { Outlet, useLocation, useNavigate } from "react-router-dom";

import { withEmptyFallback } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { FollowedRuns } from "#client/features/jobs/followed-runs.tsx";
import { useEntryLink } from "#client/features/users/use-auth.ts";
import { pages, sections } from "#client/slices.ts";
import { classNames } from "#client/ui/class-names.ts";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { useLinkedPassage } from "#client/ui/links.tsx";
import { useGoKeys, usePastedAddress, useShortcut } from "#client/ui/menu/shortcuts.tsx";
import type { User } from "#shared/accounts/users.ts";
import type { Unseen } from "#shared/kernel/activity.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";

import { SidebarDrawer, Sidebar, useSidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";

/** Maximum wait in milliseconds if the browser is never idle. */
const IDLE_TIMEOUT_MS = 2000;
const IDLE_FALLBACK_MS = 200;

/** Resolves when the browser is idle, or after a moment in browsers without `requestIdleCallback`. */
const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS });
    else setTimeout(resolve, IDLE_FALLBACK_MS);
  });

// Loaded last, because pages work without it.
const LiveUpdates = lazyComponent(
  withEmptyFallback("Couldn't load live updates", async () => {
    await whenIdle();
    return (await import("#client/features/live/live-updates.tsx")).LiveUpdates;
  }),
);
// Loaded when first opened.
const PassageHighlight = lazyComponent(
  async () => (await import("./passage-highlight.tsx")).PassageHighlight,
);
const SignedInLinkNote = lazyComponent(
  async () => (await import("#client/features/users/sign-in/signed-in-link-note.tsx")).SignedInLinkNote,
);
const KeysDialog = lazyComponent(async () => (await import("./keys-dialog.tsx")).KeysDialog);

type Overlay = "palette" | "keys";

const focusPageSearch = () => document.querySelector<HTMLInputElement>("[data-page-search]")?.focus();

const isDialogOpen = () => document.querySelector("[role=dialog], [role=alertdialog]") !== null;

function skipToContent(event: MouseEvent) {
  event.preventDefault();
  document.querySelector<HTMLElement>("#content")?.focus();
}

const GO_KEYS = new Map(pages.flatMap(({ goKey, path }) => (goKey ? [[goKey, path] as const] : [])));

interface AppShellProps {
  user: User;
  /** Replaces the routed page. */
  children?: ReactNode;
}

/** Layout around all pages of signed-in users. */
export function AppShell({ user, children }: AppShellProps) {
  const navigate = useNavigate();
  const sidebar = useSidebar();
  const unseen = useUnseenCounts();
  const passage = useLinkedPassage();
  const { link } = useEntryLink();
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const closeOverlay = () => setOverlay(null);

  useShortcut("mod+k", () => {
    if (overlay === "palette") closeOverlay();
    // Not above a dialog: navigating from the palette would discard its text.
    else if (!isDialogOpen()) setOverlay("palette");
  });
  useShortcut("?", () => setOverlay("keys"));
  useShortcut("/", focusPageSearch);
  usePastedAddress((url) => void navigate(`/save?${new URLSearchParams({ url }).toString()}`));
  useGoKeys((key) => {
    const section = GO_KEYS.get(key);
    if (section !== undefined) void navigate(section);
    return section !== undefined;
  });

  return (
    <FollowedRuns>
      {passage !== null && <PassageHighlight key={passage} passage={passage} />}
      <div
        inert={sidebar.isDrawerOpen}
        className="flex min-h-[calc(100dvh-var(--banner-height))] [--sticky-top:3.5rem]"
      >
        <a
          href="#content"
          onClick={skipToContent}
          className="fixed top-2 left-2 z-60 -translate-y-20 rounded-control bg-accent px-3.5 py-2 font-medium text-on-accent focus:translate-y-0 print:hidden"
        >
          Skip to content
        </a>
        {!sidebar.isMobile && (
          <aside
            aria-label="Sidebar"
            data-state={sidebar.isExpanded ? "expanded" : "collapsed"}
            className={classNames(
              "sticky top-0 h-[calc(100dvh-var(--banner-height))] shrink-0 print:hidden border-r border-line bg-surface transition-[width] duration-150",
              sidebar.isExpanded ? "w-64" : "w-12",
            )}
          >
            <Sidebar user={user} isCollapsed={!sidebar.isExpanded} unseen={unseen} />
          </aside>
        )}
        <div className="min-w-0 flex-1">
          <TopBar sidebar={sidebar} onSearch={() => setOverlay("palette")} />
          <main
            id="content"
            tabIndex={-1}
            className="@container mx-auto max-w-7xl px-4 py-6 outline-none md:px-6 md:py-8"
          >
            {link && <SignedInLinkNote user={user} />}
            {children ?? <Outlet />}
          </main>
        </div>
      </div>
      <LiveUpdates />
      {sidebar.isDrawerOpen && <SidebarDrawer user={user} unseen={unseen} onClose={sidebar.closeDrawer} />}
      {overlay === "palette" && <OpenPalette onClose={closeOverlay} onShowKeys={() => setOverlay("keys")} />}
      {overlay === "keys" && <KeysDialog onClose={closeOverlay} />}
    </FollowedRuns>
  );
}

/**
 * Returns the number of new items in each section since the user's last visit. Records visits, so the current section's
 * number is 0.
 */
function useUnseenCounts(): Unseen | undefined {
  const { pathname } = useLocation();
  const kind = sections.find(({ path }) => path === pathname)?.kind;
  const { unseen } = trpc.useUtils().events;
  const { data } = trpc.events.unseen.useQuery();
  const { mutate } = trpc.events.visit.useMutation();
  const count = kind === undefined ? undefined : data?.[kind];

  const recordVisit = useEffectEvent((place: ItemKind) => {
    if (document.visibilityState !== "visible") return;
    mutate({ place });
    unseen.setData(undefined, (counts) => counts && { ...counts, [place]: 0 });
  });
  useEffect(() => {
    if (kind === undefined) return undefined;
    const recordCurrent = () => recordVisit(kind);
    recordCurrent();
    document.addEventListener("visibilitychange", recordCurrent);
    return () => document.removeEventListener("visibilitychange", recordCurrent);
  }, [kind]);
  useEffect(() => {
    if (kind !== undefined && count !== undefined && count > 0) recordVisit(kind);
  }, [kind, count]);
  return data;
}

const Palette = lazyComponent(async () => (await import("./palette.tsx")).Palette);

interface OpenPaletteProps {
  onClose: () => void;
  onShowKeys: () => void;
}

/** Command palette, which loads when first opened. Until it is ready, a plain field takes the typed text. */
function OpenPalette({ onClose, onShowKeys }: OpenPaletteProps) {
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
              aria-label="Search or go to"
              dir="auto"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={({ key }) => {
                if (key === "Escape") onClose();
                if (key === "Enter") setEntered(true);
              }}
              placeholder="Search or go to…"
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
