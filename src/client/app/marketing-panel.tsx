import { LayoutGrid, Presentation, ShieldCheck, Users } from "lucide-react";

import { ProductLogo } from "#client/layout/product-logo.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { ModalityBadge } from "#client/ui/text/badge.tsx";

const FEATURES = [
  { Icon: LayoutGrid, text: "Organise AI tools by industry and modality" },
  { Icon: Presentation, text: "Export data for presentations" },
  { Icon: ShieldCheck, text: "Role-based access control" },
  { Icon: Users, text: "Team collaboration" },
];

/** Product description next to the sign-in card on wide screens. */
export function MarketingPanel() {
  return (
    <>
      <div className="mx-auto w-full max-w-2xl">
        <div className="flex items-center gap-4">
          <ProductLogo className="size-12" />
          <h2 className="text-3xl font-semibold tracking-tight">StackLoop</h2>
        </div>
        <p className="mt-5 max-w-lg text-base text-pretty text-ink-muted">
          Welcome! This is where your team shares its knowledge around the landscape of artificial
          intelligence.
        </p>
        <ul className="mt-6 grid gap-x-6 gap-y-3 xl:grid-cols-2">
          {FEATURES.map(({ Icon, text }) => (
            <li key={text} className="flex items-center gap-3 font-medium">
              <span className="flex size-8 shrink-0 items-center justify-center rounded-control border border-line bg-surface text-accent-ink shadow-card">
                <Icon aria-hidden className="size-4" />
              </span>
              {text}
            </li>
          ))}
        </ul>
      </div>
      <ProductPicture />
    </>
  );
}

const MODALITIES = ["text", "image", "audio", "video", "multimodal"];

const TONES = [
  "bg-modality-text text-on-modality-text",
  "bg-modality-image text-on-modality-image",
  "bg-modality-audio text-on-modality-audio",
  "bg-modality-video text-on-modality-video",
  "bg-modality-multimodal text-on-modality-multimodal",
];

/** Initials of the tools in each cell of the landscape, by industry and modality. */
const ROWS: readonly { industry: string; cells: readonly (readonly string[])[] }[] = [
  { industry: "Creative", cells: [["J", "S"], ["M", "F", "D"], ["S", "U"], ["R", "P", "K"], ["G"]] },
  { industry: "Software Dev", cells: [["C", "T", "W"], ["V"], [], [], ["G", "L"]] },
  { industry: "Education", cells: [["K", "Q"], ["N"], ["S", "E"], [], ["M", "C"]] },
  { industry: "Healthcare", cells: [["A", "G"], ["P"], ["D", "N"], [], ["M"]] },
  { industry: "Marketing", cells: [["J", "W", "C"], ["A", "C"], ["E"], ["H", "S"], []] },
];

/** Decorative picture of the product: the landscape with an open tool, built from the product's components. */
function ProductPicture() {
  return (
    <div aria-hidden className="relative mx-auto w-full max-w-2xl pb-16 select-none">
      <div className="overflow-hidden rounded-card border border-line bg-surface shadow-dialog">
        <div className="flex items-center gap-1.5 border-b border-line bg-sunken px-4 py-2.5">
          <span className="size-2.5 rounded-full bg-line-strong" />
          <span className="size-2.5 rounded-full bg-line-strong" />
          <span className="size-2.5 rounded-full bg-line-strong" />
          <span className="ml-3 text-xs font-medium text-ink-muted">AI Stack</span>
        </div>
        <div className="grid grid-cols-[auto_repeat(5,minmax(0,1fr))] text-xs">
          <span />
          {MODALITIES.map((modality) => (
            <span key={modality} className="flex justify-center border-l border-line px-1 py-2">
              <ModalityBadge modality={modality} />
            </span>
          ))}
          {ROWS.map(({ industry, cells }) => (
            <Row key={industry} industry={industry} cells={cells} />
          ))}
        </div>
      </div>
      <OpenTool />
    </div>
  );
}

function Row({ industry, cells }: { industry: string; cells: readonly (readonly string[])[] }) {
  return (
    <>
      <span className="flex items-center border-t border-line px-4 font-medium text-ink-muted">
        {industry}
      </span>
      {cells.map((initials, column) => (
        <span
          key={MODALITIES[column]}
          className="flex min-h-12 flex-wrap content-center justify-center gap-1 border-t border-l border-line p-1.5"
        >
          {initials.map((initial) => (
            <span
              key={initial}
              className={classNames(
                "flex size-6 items-center justify-center rounded-chip font-semibold",
                TONES[column],
              )}
            >
              {initial}
            </span>
          ))}
        </span>
      ))}
    </>
  );
}

function OpenTool() {
  return (
    <div className="absolute right-6 bottom-0 w-64 rounded-card border border-line bg-raised p-4 shadow-dialog xl:-right-6">
      <div className="flex items-center gap-3">
        <span className="flex size-8 items-center justify-center rounded-control bg-modality-audio font-semibold text-on-modality-audio">
          W
        </span>
        <div className="min-w-0 flex-1">
          <p className="font-semibold">Whisper</p>
          <p className="text-xs text-ink-muted">OpenAI</p>
        </div>
        <ModalityBadge modality="audio" />
      </div>
      <p className="mt-3 text-xs text-ink-muted">Turns speech in many languages into text.</p>
      <div className="mt-3 flex gap-1.5 text-xs text-ink-muted">
        <span className="rounded-chip border border-line px-2 py-0.5">transcription</span>
        <span className="rounded-chip border border-line px-2 py-0.5">open-source</span>
      </div>
    </div>
  );
}
