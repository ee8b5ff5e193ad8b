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
    purpose: "Your catalogue of AI tools: who makes them, what they do and what's new.",
    Icon: Layers,
    tone: "bg-accent-soft text-accent-ink",
  },
  {
    path: "/news",
    title: "News Stack",
    purpose: "Articles about your tools, day by day.",
    Icon: Newspaper,
    tone: "bg-modality-text text-on-modality-text",
  },
  {
    path: "/arxiv",
    title: "Research Stack",
    purpose: "New AI papers, with summaries the whole team can read.",
    Icon: Microscope,
    tone: "bg-modality-image text-on-modality-image",
  },
  {
    path: "/prompts",
    title: "Prompt Stack",
    purpose: "Prompts that worked, saved for everyone.",
    Icon: TextQuote,
    tone: "bg-modality-multimodal text-on-modality-multimodal",
  },
  {
    path: "/chapter-loop",
    title: "ChapterLoop",
    purpose: "Books and articles to read and discuss.",
    Icon: BookOpenText,
    tone: "bg-modality-audio text-on-modality-audio",
  },
];
