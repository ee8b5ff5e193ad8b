import { Dialog, DialogBackdrop, DialogPanel } from "@headlessui/react";
import { Command, defaultFilter } from "cmdk";
import { Search } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useMemo } from "react";

import { Kbd } from "./shortcuts.tsx";

interface CommandItem {
  id: string;
  label: string;
  /** Rendered label, if it is more than plain text. */
  content?: ReactNode;
  /** Text on the right, such as a company or a key. */
  hint?: string;
  icon?: ReactNode;
  /** True if selecting the item leaves the palette open. */
  keepsOpen?: true;
  onSelect: () => void;
}

export interface CommandGroup {
  label: string;
  items: readonly CommandItem[];
}

/** Maximum number of results per group, because each one is rendered. */
const MAX_PER_GROUP = 20;

/** Returns the match score of a command. With an empty query, all commands score 1 and remain in their order. */
const scoreOf = ({ label, hint = "" }: CommandItem, search: string): number =>
  search === "" ? 1 : defaultFilter(`${label} ${hint}`, search);

interface ScoredGroup extends CommandGroup {
  best: number;
}

/** Returns matching commands, with the best groups and commands first. */
function findCommands(groups: readonly CommandGroup[], search: string): ScoredGroup[] {
  return groups
    .map(({ label, items }) => {
      const scored = items
        .map((item) => ({ item, score: scoreOf(item, search) }))
        .filter(({ score }) => score > 0)
        .toSorted((one, other) => other.score - one.score)
        .slice(0, MAX_PER_GROUP);
      return { label, items: scored.map(({ item }) => item), best: scored[0]?.score ?? 0 };
    })
    .filter(({ items }) => items.length > 0)
    .toSorted((one, other) => other.best - one.best);
}

/** Commands with a lower score come after the other results. */
const GOOD_SCORE = 0.5;

interface CommandPaletteProps {
  isOpen: boolean;
  onClose: () => void;
  search: string;
  onSearch: (search: string) => void;
  /** Called when the field gets the focus. */
  onReady: () => void;
  /** True to run the first result as soon as there is one. */
  opensFirst: boolean;
  /** Pages and actions. Matching ones are shown, or all if there is no query. */
  commands: readonly CommandGroup[];
  /** Other results, in their own order. */
  found: readonly CommandGroup[];
  /**
   * True while more results may arrive. Weak command matches are hidden until then; otherwise the first of them would
   * remain selected.
   */
  isSearching: boolean;
  /** Content shown if there are no results. */
  status: ReactNode;
}

/** Palette for finding pages, items and actions by typing. The module is large: load it on first use. */
export function CommandPalette(props: CommandPaletteProps) {
  const { isOpen, onClose, search, onSearch, onReady, opensFirst, commands, found, isSearching, status } =
    props;
  const shown = useMemo(() => {
    const matching = findCommands(commands, search.trim());
    const isGood = ({ best }: ScoredGroup) => best >= GOOD_SCORE;
    const others = isSearching ? [] : matching.filter((group) => !isGood(group));
    return [...matching.filter(isGood), ...found, ...others];
  }, [commands, found, isSearching, search]);
  const first = shown[0]?.items[0];
  function run(item: CommandItem) {
    if (!item.keepsOpen) onClose();
    item.onSelect();
  }
  const runFirst = useEffectEvent(() => first && run(first));
  const hasFirst = first !== undefined;
  useEffect(() => {
    if (opensFirst && hasFirst) runFirst();
  }, [opensFirst, hasFirst]);
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      aria-label="Command palette"
      className="relative z-70 outline-none"
    >
      <DialogBackdrop
        transition
        className="fixed inset-0 bg-backdrop transition-opacity duration-100 data-closed:opacity-0"
      />
      <div className="fixed inset-0 flex items-start justify-center p-3 md:pt-[14vh]">
        <DialogPanel
          transition
          className="w-full max-w-xl overflow-hidden rounded-card border border-line bg-raised shadow-dialog transition duration-100 data-closed:scale-98 data-closed:opacity-0"
        >
          <Command label="Command palette" loop shouldFilter={false}>
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Search aria-hidden className="size-4 shrink-0 text-ink-faint" />
              <Command.Input
                data-autofocus
                dir="auto"
                value={search}
                onValueChange={onSearch}
                onFocus={({ currentTarget }) => {
                  currentTarget.setSelectionRange(search.length, search.length);
                  onReady();
                }}
                placeholder="Search or go to…"
                className="h-12 min-w-0 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-ink-faint"
              />
              <Kbd>Esc</Kbd>
            </div>
            <Command.List className="max-h-[min(24rem,60dvh)] overflow-y-auto overscroll-contain p-1.5">
              <Command.Empty className="px-3 py-8 text-center text-sm text-ink-muted">{status}</Command.Empty>
              {shown.map((group) => (
                <Command.Group
                  key={group.label}
                  heading={group.label}
                  className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-faint"
                >
                  {group.items.map((item) => (
                    <Command.Item
                      key={item.id}
                      value={item.id}
                      onSelect={() => run(item)}
                      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-2.5 py-1.5 text-sm text-ink data-[selected=true]:bg-pressed max-md:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-faint"
                    >
                      {item.icon}
                      <span className="min-w-0 flex-1 truncate">{item.content ?? item.label}</span>
                      {item.hint && (
                        <span className="max-w-2/5 shrink-0 truncate text-xs text-ink-faint">
                          {item.hint}
                        </span>
                      )}
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </DialogPanel>
      </div>
    </Dialog>
  );
}
