import { BookOpenText, Layers, type LucideIcon, Microscope, Newspaper, TextQuote } from "lucide-react";

export interface Section {
  path: string;
  title: string;
  /** One short sentence for somebody who has never been there. */
  purpose: string;
  Icon: LucideIcon;
  /** The section's colour, for its icon. */
  tone: string;
}

/** The five sections, in the order in which every list names them. */
export const sections: readonly Section[] = [
  {
    path: "/dashboard",
    title: "AI Stack",
    purpose: "The catalogue of AI tools: who makes them, what they do, what is new.",
    Icon: Layers,
    tone: "bg-accent-soft text-accent-ink",
  },
  {
    path: "/news",
    title: "News Stack",
    purpose: "Articles about the tools in the catalogue, day by day.",
    Icon: Newspaper,
    tone: "bg-modality-text text-on-modality-text",
  },
  {
    path: "/arxiv",
    title: "Research Stack",
    purpose: "New AI papers, with summaries to share.",
    Icon: Microscope,
    tone: "bg-modality-image text-on-modality-image",
  },
  {
    path: "/prompts",
    title: "Prompt Stack",
    purpose: "The prompts that worked, kept for everybody.",
    Icon: TextQuote,
    tone: "bg-modality-multimodal text-on-modality-multimodal",
  },
  {
    path: "/chapter-loop",
    title: "ChapterLoop",
    purpose: "Books and articles to read and to talk about.",
    Icon: BookOpenText,
    tone: "bg-modality-audio text-on-modality-audio",
  },
];
