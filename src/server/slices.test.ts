import { expect, test } from "vitest";

import { getSliceData } from "./kernel/slice-data.ts";
import { sourceOf } from "./kernel/texts/text-source.ts";
import { slices } from "./slices.ts";
import { registerAllSliceData } from "./workers/slice-data.ts";

test.each(slices.flatMap(({ library }) => library?.kind ?? []))(
  "worker threads know the texts, imports and exports of each %s",
  async (kind) => {
    registerAllSliceData();
    expect(sourceOf(kind).kind).toBe(kind);
    const { importer, exporter } = await getSliceData(kind);
    expect([importer.kind, exporter.kind]).toEqual([kind, kind]);
  },
);
