import type { BenchRun } from "./bench-run.ts";
import { findLabelled } from "./labelled.ts";
import { measureSearchQuality } from "./search-quality.ts";

/** How good the ranked search is on a judged collection, where one is at hand. */
export async function quality({ report, collection }: BenchRun): Promise<void> {
  const folder = findLabelled(collection, "cranfield", "cran.all.1400.xml");
  const measured = folder === null ? null : await measureSearchQuality(folder);
  if (measured === null) {
    report.note(
      "mean average precision of the ranked search",
      "not measured: --collection names no folder with Cranfield",
    );
    return;
  }
  const on = `${measured.docs.toLocaleString("en-US")} abstracts, ${measured.questions} questions`;
  report.value(`mean average precision of the ranked search (Cranfield: ${on})`, measured.map, "MAP", {
    atLeast: 0.31,
  });
  report.value("the same where every word has to be there", measured.mapAllWords, "MAP");
}
