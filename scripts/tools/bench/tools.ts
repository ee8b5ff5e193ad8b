import { Writer } from "./words.ts";

/** Rows of an import of tools, of which no two are alike; without addresses, so that nobody is asked about them. */
export const toolRows = (count: number, first = 0): Record<string, unknown>[] => {
  const write = new Writer(3);
  return Array.from({ length: count }, (_, position) => {
    const index = first + position;
    return {
      name: `Tool ${index}`,
      company: `Company ${index % 97}`,
      capabilities: write.text(50),
      use: "Everyday writing",
      modality: ["text", "image", "audio", "video"][index % 4],
      industry: ["general", "finance", "media"][index % 3],
      tags: ["writing", `group ${index % 50}`],
    };
  });
};
