import { IN_BODY, trpc } from "#client/api/trpc.ts";
import { useExport } from "#client/features/exports/use-export.ts";

interface RadarFile {
  asOf: string | null;
  /** The tools that are shown; all where it is absent. */
  shownIds: string[] | undefined;
}

/** Saves what the server makes of the radar: a slide, and the table that other radars are made of. */
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
