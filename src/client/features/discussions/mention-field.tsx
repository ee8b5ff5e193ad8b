import {
  type ChangeEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";

import { trpc } from "#client/api/trpc.ts";
import { refOf } from "#client/features/links/use-links.ts";
import { classNames } from "#client/ui/class-names.ts";
import { NEVER_COVERED } from "#client/ui/feedback/clearance.ts";
import { TextArea, type TextAreaProps } from "#client/ui/form/text-inputs.tsx";
import { Logo } from "#client/ui/text/logo.tsx";
import type { MentionablePeople } from "#shared/comments/comments.ts";
import { type MentionQuery, mentionQueryAt } from "#shared/comments/person-mentions.ts";
import type { ItemKey } from "#shared/kernel/item-address.ts";

type Person = MentionablePeople["people"][number];

interface MentionFieldProps extends Omit<TextAreaProps, "onChange" | "onKeyDown"> {
  /** The discussed item. */
  item: ItemKey;
  box: RefObject<HTMLTextAreaElement | null>;
  onType: (text: string) => void;
  /** Called for keys that the list of people doesn't handle. */
  onKey: (event: KeyboardEvent) => void;
}

/** Multiline text input in which "@" opens a list of people to mention. */
export function MentionField({ item, box, onType, onKey, ...rest }: MentionFieldProps) {
  const listId = useId();
  const [typed, setTyped] = useState<TypedMention | null>(null);
  /** Index of the "@" for which the user closed the list. It stays closed until another mention begins. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const isOpen = typed !== null && typed.start !== closedAt;
  const people = useMatchingPeople(item, isOpen ? typed.query : null);
  const [active, setActive] = useState(0);
  /** Index after the space that follows an inserted name. Punctuation typed there replaces the space. */
  const afterName = useRef<number | null>(null);
  const chosen = people[Math.min(active, people.length - 1)];

  function updateMention({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
    const mention = selectionStart === selectionEnd ? mentionQueryAt(value, selectionEnd) : null;
    if (mention?.start !== closedAt) setClosedAt(null);
    setTyped(mention && { ...mention, end: selectionEnd });
    setActive(0);
  }

  function handleChange({ target, nativeEvent }: ChangeEvent<HTMLTextAreaElement>) {
    const { value, selectionEnd: end } = target;
    const isAfterName = end - 1 === afterName.current;
    afterName.current = null;
    if (isAfterName && PUNCTUATION_AFTER_NAME.test(value.slice(end - 2, end))) {
      insertText(target, { start: end - 2, end }, value.charAt(end - 1));
      return;
    }
    onType(target.value);
    // While an input method composes text, it shows its own list.
    if ("isComposing" in nativeEvent && nativeEvent.isComposing === true) setTyped(null);
    else updateMention(target);
  }

  function choose({ username }: Person) {
    if (typed === null || box.current === null) return;
    setClosedAt(typed.start);
    const { start, end } = typed;
    const isBeforeSpace = box.current.value.charAt(end) === " ";
    insertText(box.current, { start, end: isBeforeSpace ? end + 1 : end }, `@${username} `);
    afterName.current = box.current.selectionEnd;
  }

  function handleKeyDown(event: KeyboardEvent) {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    const action = chosen && isPlain ? keyActions(chosen)[event.key] : undefined;
    if (!action) {
      onKey(event);
      return;
    }
    // Escape must not close the dialog around the box.
    event.preventDefault();
    action();
  }

  function keyActions(person: Person): Record<string, (() => void) | undefined> {
    const move = (step: number) => setActive((people.indexOf(person) + step + people.length) % people.length);
    return {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: () => choose(person),
      Tab: () => choose(person),
      Escape: () => setClosedAt(typed?.start ?? null),
    };
  }

  return (
    <>
      <TextArea
        {...rest}
        ref={box}
        // ARIA doesn't allow the role "combobox" for a multiline field, so "aria-expanded" can't be set either.
        aria-autocomplete="list"
        {...(chosen && {
          "aria-haspopup": "listbox",
          "aria-controls": listId,
          "aria-activedescendant": `${listId}-${chosen.id}`,
        })}
        onChange={handleChange}
        onCompositionEnd={({ currentTarget }) => updateMention(currentTarget)}
        onSelect={({ currentTarget }) => {
          // The caret has left the typed mention.
          if (currentTarget.selectionEnd !== typed?.end) setTyped(null);
        }}
        onBlur={() => setTyped(null)}
        onKeyDown={handleKeyDown}
      />
      <output className="sr-only">
        {people.length > 0 && `${people.length} ${people.length === 1 ? "person" : "people"} to mention`}
      </output>
      {chosen && <PersonList id={listId} people={people} chosen={chosen} onChoose={choose} />}
    </>
  );
}

interface TypedMention extends MentionQuery {
  /** Index of the caret. */
  end: number;
}

const PUNCTUATION_AFTER_NAME = /^ [,.;:?!)]$/u;

/** Replaces part of the text, so that the browser's Undo restores it. */
function insertText(
  box: HTMLTextAreaElement,
  { start, end }: Pick<TypedMention, "start" | "end">,
  text: string,
): void {
  box.focus();
  box.setSelectionRange(start, end);
  // Deprecated, but the only method that preserves Undo.
  if ("execCommand" in document && document.execCommand("insertText", false, text)) return;
  box.setRangeText(text, start, end, "end");
  box.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

const NO_PEOPLE: readonly Person[] = [];

/**
 * Returns people that match an unfinished mention, with participants of the discussion first. Returns none for null.
 */
function useMatchingPeople(item: ItemKey, query: string | null): readonly Person[] {
  // If a query has no results, longer queries have none either.
  const [failedQuery, setFailedQuery] = useState<string | null>(null);
  const hasNoMatch = query !== null && failedQuery !== null && query.startsWith(failedQuery);
  const isWanted = query !== null && !hasNoMatch;
  const { data, isPlaceholderData } = trpc.comments.people.useQuery(
    { ref: refOf(item), query: query ?? "" },
    { enabled: isWanted, staleTime: 60_000, placeholderData: (former) => former },
  );
  if (!isWanted || data === undefined) return NO_PEOPLE;
  // Filters the previous results until the reply arrives.
  if (isPlaceholderData) return data.people.filter((person) => matchesQuery(person, query));
  if (data.people.length === 0 && query !== failedQuery) setFailedQuery(query);
  return data.people;
}

/** True if the query is the start of a word in a person's names. */
const matchesQuery = ({ username, displayName }: Person, query: string): boolean =>
  ` ${username} ${displayName}`.toLowerCase().includes(` ${query.toLowerCase()}`);

interface PersonListProps {
  id: string;
  people: readonly Person[];
  chosen: Person;
  onChoose: (person: Person) => void;
}

/** People to mention. The list is part of the page below the text, so that dialogs and small screens don't clip it. */
function PersonList({ id, people, chosen, onChoose }: PersonListProps) {
  const list = useRef<HTMLDivElement>(null);
  const count = people.length;
  useEffect(() => {
    if (count > 0) list.current?.scrollIntoView({ block: "nearest" });
  }, [count]);
  useEffect(() => {
    document.getElementById(`${id}-${chosen.id}`)?.scrollIntoView({ block: "nearest" });
  }, [id, chosen.id]);
  return (
    <div
      {...NEVER_COVERED}
      ref={list}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <select> can't belong to another field
      role="listbox"
      aria-label="People to mention"
      className="max-h-64 scroll-mt-32 scroll-mb-2 overflow-y-auto overscroll-contain rounded-control border border-line-strong bg-raised p-1 shadow-raised"
    >
      {people.map((person) => {
        const name = person.displayName;
        return (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys
          <div
            key={person.id}
            id={`${id}-${person.id}`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <option> is part of <select>
            role="option"
            tabIndex={-1}
            aria-selected={person.id === chosen.id}
            // Prevents the click from taking the focus from the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(person)}
            className={classNames(
              "flex min-h-control cursor-pointer items-center gap-2.5 rounded-chip px-2 hover:bg-sunken",
              person.id === chosen.id && "bg-pressed",
            )}
          >
            <Logo src={null} name={name} size="small" />
            <span className="min-w-0 truncate font-medium">{name}</span>
            {name !== person.username && (
              <span className="max-w-1/2 shrink-0 truncate text-ink-muted">@{person.username}</span>
            )}
            {person.isInDiscussion && (
              <span className="ml-auto shrink-0 text-xs text-ink-faint">In discussion</span>
            )}
          </div>
        );
      })}
    </div>
  );
}
