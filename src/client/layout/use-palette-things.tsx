import { BookOpen, TextQuote } from "lucide-react";
import { useMemo } from "react";

import { trpc } from "#client/api/trpc.ts";
import type { CommandGroup } from "#client/ui/command-palette.tsx";
import { Logo } from "#client/ui/logo.tsx";
import { itemAddress } from "#shared/item-address.ts";
import { optionLabel } from "#shared/labels.ts";

/** Opening the palette requests only lists that are older than this. */
const FRESH = { staleTime: 60_000 };

/** What the team has put together: each thing leads to where it is shown. */
export function usePaletteThings(goTo: (path: string) => () => void): CommandGroup[] {
  const tools = trpc.tools.list.useQuery({}, FRESH).data?.items;
  const prompts = trpc.prompts.list.useQuery({}, FRESH).data?.items;
  const readings = trpc.readings.list.useQuery({}, FRESH).data?.items;
  return useMemo(
    () => [
      {
        label: "Tools",
        items: (tools ?? []).map(({ id, name, company, logoUrl, modality }) => ({
          id: `tool ${id}`,
          label: name,
          hint: company ?? "",
          icon: <Logo src={logoUrl} name={name} modality={modality} size="small" />,
          onSelect: goTo(itemAddress({ kind: "tool", id })),
        })),
      },
      {
        label: "Prompts",
        items: (prompts ?? []).map(({ id, name, modality }) => ({
          id: `prompt ${id}`,
          label: name,
          hint: optionLabel(modality ?? ""),
          icon: <TextQuote aria-hidden />,
          onSelect: goTo(itemAddress({ kind: "prompt", id })),
        })),
      },
      {
        label: "Readings",
        items: (readings ?? []).map(({ id, title, author }) => ({
          id: `reading ${id}`,
          label: title,
          hint: author,
          icon: <BookOpen aria-hidden />,
          onSelect: goTo(itemAddress({ kind: "reading", id })),
        })),
      },
    ],
    [tools, prompts, readings, goTo],
  );
}
