import { type ReleaseNote, sortReleaseNotes } from "#shared/tools.ts";

import { OutboundFault } from "./http-client.ts";
import type { ReleaseSource } from "./release-source.ts";
import { SourceFault } from "./source-fault.ts";

/** Several sources as one. A source that fails is passed over, unless none of the others knew anything. */
export function joinReleaseSources(sources: readonly ReleaseSource[]): ReleaseSource {
  return {
    name: sources.map(({ name }) => name).join(", "),
    async notesOf(subject, signal) {
      const notes = new Map<string, ReleaseNote>();
      const faults: Error[] = [];
      for (const source of sources) {
        try {
          for (const note of await source.notesOf(subject, signal)) notes.set(note.url, note);
        } catch (error) {
          if (!(error instanceof SourceFault) && !(error instanceof OutboundFault)) throw error;
          faults.push(error);
        }
      }
      const [fault] = faults;
      if (notes.size === 0 && fault) throw fault;
      return sortReleaseNotes([...notes.values()]);
    },
  };
}
