import { ArrowDown, ArrowUp, Download, Presentation } from "lucide-react";
import { Link } from "react-router-dom";

import { IconButton, Button } from "#client/ui/button.tsx";
import { Card } from "#client/ui/card.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { ExternalLink } from "#client/ui/links.tsx";
import { Menu } from "#client/ui/menu/menu.tsx";
import { BRIEF_SECTIONS, type BriefSectionKind } from "#shared/brief/brief-rules.ts";
import { lineFacts } from "#shared/brief/brief-texts.ts";
import type { BriefDocument, BriefLine, BriefSection, BriefChoices } from "#shared/brief/briefs.ts";

import type { useBriefFiles } from "./use-brief.ts";

interface Editing {
  choices: BriefChoices;
  change: (changes: Partial<BriefChoices>) => void;
}

interface BriefSectionsProps {
  document: BriefDocument;
  /** The author's choices of lines and of the order of sections. Undefined for a read-only brief. */
  editing?: Editing;
}

/** Sections of a brief with their lines. */
export function BriefSections({ document, editing }: BriefSectionsProps) {
  const order = [...(editing?.choices.sections ?? []), ...BRIEF_SECTIONS];
  const sections = editing
    ? document.sections.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
    : document.sections;
  const kinds = sections.map(({ kind }) => kind);

  function move(kind: BriefSectionKind, by: number) {
    const at = kinds.indexOf(kind);
    const others = kinds.toSpliced(at, 1);
    editing?.change({ sections: others.toSpliced(at + by, 0, kind) });
  }

  return sections.map((section, index) => (
    <SectionCard
      key={section.kind}
      section={section}
      editing={editing}
      onUp={editing && index > 0 ? () => move(section.kind, -1) : null}
      onDown={editing && index < sections.length - 1 ? () => move(section.kind, 1) : null}
    />
  ));
}

interface SectionCardProps {
  section: BriefSection;
  editing: Editing | undefined;
  /** Null for the first section, or if the brief is read-only. */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
}

function SectionCard({ section, editing, onUp, onDown }: SectionCardProps) {
  const { kind, title, lines, total } = section;
  const id = `section-${kind}`;
  const groups = [...Map.groupBy(lines, ({ group }) => group)];
  return (
    <Card className="p-4 md:p-5">
      <section aria-labelledby={id}>
        <div className="flex items-center gap-2">
          <h2 id={id} className="min-w-0 flex-1 text-base font-semibold">
            {title} <span className="font-normal text-ink-faint tabular-nums">{total}</span>
          </h2>
          {editing && (
            <>
              <IconButton
                size="small"
                label={`Move ${title} up`}
                aria-disabled={onUp === null}
                onClick={() => onUp?.()}
              >
                <ArrowUp aria-hidden />
              </IconButton>
              <IconButton
                size="small"
                label={`Move ${title} down`}
                aria-disabled={onDown === null}
                onClick={() => onDown?.()}
              >
                <ArrowDown aria-hidden />
              </IconButton>
            </>
          )}
        </div>
        {groups.map(([group, ofGroup]) => (
          <div key={group ?? ""}>
            {group !== undefined && <h3 className="mt-3 text-sm font-medium text-ink-muted">{group}</h3>}
            <ul className="mt-1.5 divide-y divide-line">
              {ofGroup.map((line) => (
                <LineRow key={line.id} line={line} editing={editing} />
              ))}
            </ul>
          </div>
        ))}
        {total > lines.length && (
          <p className="mt-2 text-xs text-ink-faint">
            And {(total - lines.length).toLocaleString("en-US")} more.
          </p>
        )}
      </section>
    </Card>
  );
}

function LineRow({ line, editing }: { line: BriefLine; editing: Editing | undefined }) {
  const { id, title, text, url, href, evidence = [] } = line;
  const isOmitted = editing?.choices.hidden.includes(id) ?? false;
  const facts = lineFacts(line).join(" · ");

  function toggle(isShown: boolean) {
    const others = editing?.choices.hidden.filter((other) => other !== id) ?? [];
    editing?.change({ hidden: isShown ? others : [...others, id] });
  }

  return (
    <li className="flex items-start gap-3 py-2">
      {editing && (
        <label className="-my-2 flex shrink-0 cursor-pointer items-start py-3 max-md:min-h-11 max-md:min-w-11 max-md:justify-center">
          <input
            type="checkbox"
            aria-label={`Include ${title}`}
            checked={!isOmitted}
            onChange={(event) => toggle(event.target.checked)}
            className="size-4 accent-accent"
          />
        </label>
      )}
      <div className={classNames("min-w-0 flex-1", isOmitted && "opacity-60")}>
        <p className="wrap-anywhere">
          <Link to={href} className="font-medium hover:underline">
            {title}
          </Link>
          {facts !== "" && <span className="ml-2 text-xs text-ink-muted">{facts}</span>}
        </p>
        {text !== "" && <p className="text-sm text-pretty wrap-anywhere text-ink-muted">{text}</p>}
        {evidence.length > 0 && (
          <ul className="mt-0.5 text-xs text-ink-muted">
            {evidence.map((one) => (
              <li key={one.ref}>
                {one.stance === "for" ? "For" : "Against"}:{" "}
                <Link to={one.href} className="hover:underline">
                  {one.title}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {url !== null && line.ref !== null && !line.ref.startsWith("tool:") && (
          <p className="text-xs">
            <ExternalLink href={url}>{new URL(url).host}</ExternalLink>
          </p>
        )}
      </div>
    </li>
  );
}

interface BriefSaveMenuProps {
  files: ReturnType<typeof useBriefFiles>;
  onSaveSlides: () => void;
}

/** Button that saves a brief as slides, and a menu that saves it as text or copies it. */
export const BriefSaveMenu = ({ files, onSaveSlides }: BriefSaveMenuProps) => (
  <>
    <Button
      icon={<Presentation aria-hidden />}
      isPending={files.isSaving}
      pendingLabel="Saving..."
      onClick={onSaveSlides}
    >
      PowerPoint
    </Button>
    <Menu
      trigger={<Button icon={<Download aria-hidden />}>Save As</Button>}
      groups={[
        [
          { label: "Markdown", onSelect: files.saveMarkdown },
          { label: "Copy for Mail", onSelect: () => void files.copy() },
        ],
      ]}
    />
  </>
);
