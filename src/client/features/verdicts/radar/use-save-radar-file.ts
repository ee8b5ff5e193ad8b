import { IN_BODY, trpc } from "#client/api/trpc.ts";
import { useExport } from "#client/features/exports/use-export.ts";

interface RadarFile {
  asOf: string | null;
  /** Ids of the shown tools; all if undefined. */
  shownIds: string[] | undefined;
}

/** Saves the server's radar exports: a slide, and a table for other radar tools. */
export function useSaveRadarFile({ asOf, shownIds }: RadarFile) {
  const { client } = trpc.useUtils();
  const { save, isPending } = useExport();
  const request = { ...(asOf !== null && { asOf }), ...(shownIds && { selectedIds: shownIds }) };
  return {
    isPending,
    save: (kind: "slide" | "csv") =>
      void save(
        kind === "slide"
          ? client.exports.radar.query(request, { context: IN_BODY })
          : client.verdicts.radarCsv.query(request, { context: IN_BODY }),
      ),
  };
}
