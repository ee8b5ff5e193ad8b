import { type KeyboardEvent, useEffect, useMemo, useRef } from "react";

import { Button } from "#client/ui/button.tsx";
import { shortcutKeyOf } from "#client/ui/menu/key-events.ts";
import { Badge } from "#client/ui/text/badge.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { personName } from "#shared/accounts/user-rules.ts";
import { type FieldTable, namesOf } from "#shared/fields/field.ts";

import type { ItemHistory, Version } from "./use-item-history.ts";

/** Returns the fields that differ between two versions, in the order of `fields`. */
export const changedFields = (fields: FieldTable, one: Version, other: Version): string[] =>
  namesOf(fields).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));

/** Maximum number of field names in a change summary. Further fields are only counted. */
const MAX_NAMED_FIELDS = 4;

/** Summarises an edit in one line. `before` is undefined for the first stored version. */
export function summarizeChange(fields: FieldTable, version: Version, before: Version | undefined): string {
  if (before === undefined) return version.revision === 1 ? "Added" : "First stored version";
  const labels = changedFields(fields, version, before).map((name) => fields[name]?.label);
  if (labels.length === 0) return "Nothing changed";
  if (labels.length <= MAX_NAMED_FIELDS) return `Changed ${labels.join(", ")}`;
  const named = labels.slice(0, MAX_NAMED_FIELDS - 1);
  return `Changed ${named.join(", ")} and ${labels.length - named.length} more`;
}

const STEPS: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

interface VersionListProps {
  fields: FieldTable;
  history: ItemHistory;
  loaded: readonly Version[];
  shown: Version | undefined;
  onShow: (revision: number) => void;
}

/** List of versions with number, author, time, summary and note. Arrow keys, j and k move between them. */
export function VersionList({ fields, history, loaded, shown, onShow }: VersionListProps) {
  const { hasMore, isLoadingMore, hasMoreFailed, loadMore } = history;
  // The oldest loaded version has no summary yet, because that needs the version before it.
  const versions = useMemo(() => (hasMore ? loaded.slice(0, -1) : loaded), [hasMore, loaded]);
  const lines = useMemo(
    () => versions.map((version, index) => summarizeChange(fields, version, loaded[index + 1])),
    [fields, versions, loaded],
  );
  const list = useRef<HTMLOListElement>(null);
  const shownRevision = shown?.revision;
  useEffect(() => {
    list.current?.querySelector(`[value="${shownRevision}"]`)?.scrollIntoView({ block: "nearest" });
  }, [shownRevision]);
  const focusNext = useFocusFirstLoaded(list, versions.length);
  const reached = Math.max(
    0,
    versions.findIndex((version) => version === shown),
  );

  return (
    <div className="max-h-52 self-start overflow-y-auto rounded-control border border-line md:max-h-[60dvh]">
      <ol ref={list} aria-label="Versions" reversed className="divide-y divide-line">
        {versions.map((version, index) => (
          <li key={version.revision}>
            <button
              type="button"
              value={version.revision}
              aria-current={version === shown}
              tabIndex={index === reached ? 0 : -1}
              onClick={() => onShow(version.revision)}
              onKeyDown={moveByKey}
              className="block w-full px-3 py-2 text-left -outline-offset-2 hover:bg-sunken aria-[current=true]:bg-accent-soft"
            >
              <span className="flex items-center justify-between gap-2 font-medium text-ink">
                Version {version.revision}
                {index === 0 && <Badge tone="success">Current</Badge>}
              </span>
              <span className="flex flex-wrap gap-x-2 text-xs text-ink-muted">
                <bdi className="min-w-0 break-words">{personName(version.savedBy)}</bdi>
                <RelativeTime iso={version.savedAt} />
              </span>
              <span className="mt-0.5 block text-xs break-words text-ink-muted">{lines[index]}</span>
              {version.note && (
                <span className="mt-0.5 block text-xs break-words text-ink">{version.note}</span>
              )}
            </button>
          </li>
        ))}
      </ol>
      {hasMore && (
        <div className="border-t border-line p-1">
          <Button
            size="small"
            variant="ghost"
            className="w-full"
            isPending={isLoadingMore}
            pendingLabel="Loading..."
            onClick={() => {
              focusNext();
              loadMore();
            }}
          >
            {hasMoreFailed ? "Try Again" : "Show Older Versions"}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Makes the whole list one Tab stop, so that Tab moves to the content next to it. */
function moveByKey(event: KeyboardEvent<HTMLButtonElement>) {
  const step = STEPS[shortcutKeyOf(event)];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const buttons = [...(event.currentTarget.closest("ol")?.querySelectorAll("button") ?? [])];
  buttons[buttons.indexOf(event.currentTarget) + step]?.focus();
  event.preventDefault();
}

/**
 * Moves the focus to the first version of a newly loaded page, because the button that loaded it may have been removed.
 */
function useFocusFirstLoaded(list: { current: HTMLOListElement | null }, count: number): () => void {
  const previousCount = useRef<number | null>(null);
  useEffect(() => {
    if (previousCount.current === null || count <= previousCount.current) return;
    list.current?.querySelectorAll("button")[previousCount.current]?.focus();
    previousCount.current = null;
  }, [list, count]);
  return () => {
    previousCount.current = count;
  };
}
