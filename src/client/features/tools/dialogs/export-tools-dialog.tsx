import { Braces, FileText, Presentation, Table } from "lucide-react";
import { useState } from "react";

import { IN_BODY, trpc } from "#client/api/trpc.ts";
import { ExportDialog } from "#client/features/exports/export-dialog.tsx";
import type { ExportSource } from "#client/features/exports/use-export.ts";
import { ChoiceBar } from "#client/ui/form/choice-bar.tsx";
import type { DeckKind, ExportFormat, ExportRequest } from "#shared/export.ts";
import type { Tool } from "#shared/tools/tools.ts";

const CHOICES: ExportSource<ExportFormat>["choices"] = [
  { format: "json", name: "JSON", text: "Every field, ready to import again", icon: <Braces /> },
  {
    format: "slides",
    name: "Slides (PowerPoint)",
    text: "A deck with charts, as an overview or with one slide per tool",
    icon: <Presentation />,
  },
  { format: "csv", name: "CSV", text: "A table for Excel, Numbers or Google Sheets", icon: <Table /> },
  {
    format: "markdown",
    name: "Markdown slides",
    text: "The same deck as plain text, for Marp",
    icon: <FileText />,
  },
];

const DECK_CHOICES = [
  { value: "tools", label: "One slide per tool" },
  { value: "overview", label: "Overview" },
] as const;
const DECK_TEXTS: Record<DeckKind, string> = {
  tools: "Title, charts, radar, and a section for each industry with all its tools",
  overview: "At most 12 slides: title, chart, landscape with logos, radar, and verdicts by ring",
};

interface ExportToolsDialogProps {
  tools: readonly Tool[];
  /** Tools that match the page's filters. */
  shown: readonly Tool[];
  onClose: () => void;
}

/** Dialog that exports selected tools in a format. */
export function ExportToolsDialog({ tools, shown, onClose }: ExportToolsDialogProps) {
  const load = useLoadExport();
  const [deck, setDeck] = useState<DeckKind>("tools");
  return (
    <ExportDialog
      source={{
        title: "Export for Presentations",
        description: "Export your catalogue to slides, a spreadsheet or another program.",
        noun: "tool",
        choices: CHOICES,
        items: tools.map(({ id, name, version, company }) => ({
          id,
          name,
          suffix: version,
          detail: company,
        })),
        shownIds: shown.map(({ id }) => id),
        renderOptions: (format) =>
          format === "slides" && (
            <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <ChoiceBar label="Slides" choices={DECK_CHOICES} chosen={deck} onChange={setDeck} />
              <p className="text-xs text-pretty text-ink-muted">{DECK_TEXTS[deck]}</p>
            </div>
          ),
        load: (request) => load({ ...request, ...(request.format === "slides" && { deck }) }),
      }}
      onClose={onClose}
    />
  );
}

/** Requested directly, because an export must not come from the cache. */
function useLoadExport() {
  const { client } = trpc.useUtils();
  return (request: ExportRequest) => client.exports.tools.query(request, { context: IN_BODY });
}
