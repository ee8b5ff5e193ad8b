import {
  BookOpenText,
  Download,
  HeartPulse,
  House,
  Layers,
  type LucideIcon,
  Microscope,
  Newspaper,
  Plus,
  Search,
  Settings,
  TextQuote,
  Upload,
  UserRound,
} from "lucide-react";
import type { ComponentType } from "react";

import type { ItemKind } from "#shared/kernel/item-address.ts";
import type { PagePath } from "#shared/page-list.ts";

/** Page for signed-in users. */
export interface Page {
  /** Path, where ":id" stands for the page's item. */
  path: PagePath;
  /** Title in the sidebar, the command palette and the browser tab. */
  title: string;
  Icon: LucideIcon;
  /** True if the content sets the tab's title. */
  isNamedByContent?: true;
  isForAdmins?: true;
  /** Loads the page's code on navigation. */
  load: () => Promise<{ Component: ComponentType }>;
}

export interface Section extends Page {
  /** Kind of its items. */
  kind: ItemKind;
  /** One short sentence for new users. */
  purpose: string;
  /** Colour of the section's icon on Home. */
  tone: string;
  /** Actions in the command palette, by the dialog's name in the URL. */
  actions: readonly { dialog: string; label: string; Icon: LucideIcon }[];
}

export const home: Page = {
  path: "/",
  title: "Home",
  Icon: House,
  load: async () => ({ Component: (await import("#client/features/home/home-page.tsx")).HomePage }),
};

/** The five sections in display order. */
export const sections: readonly Section[] = [
  {
    kind: "tool",
    path: "/dashboard",
    title: "AI Stack",
    purpose: "Your catalogue of AI tools: who makes them, what they do and what's new.",
    Icon: Layers,
    tone: "bg-accent-soft text-accent-ink",
    load: async () => ({ Component: (await import("#client/features/tools/page/tools-page.tsx")).ToolsPage }),
    actions: [
      { dialog: "add", label: "Add AI tool", Icon: Plus },
      { dialog: "import", label: "Import AI tools", Icon: Upload },
      { dialog: "export", label: "Export AI tools", Icon: Download },
      { dialog: "settings", label: "AI Stack settings", Icon: Settings },
    ],
  },
  {
    kind: "article",
    path: "/news",
    title: "News Stack",
    purpose: "Articles about your tools, day by day.",
    Icon: Newspaper,
    tone: "bg-modality-text text-on-modality-text",
    load: async () => ({ Component: (await import("#client/features/news/page/news-page.tsx")).NewsPage }),
    actions: [],
  },
  {
    kind: "paper",
    path: "/arxiv",
    title: "Research Stack",
    purpose: "New AI papers, with summaries the whole team can read.",
    Icon: Microscope,
    tone: "bg-modality-image text-on-modality-image",
    load: async () => ({
      Component: (await import("#client/features/papers/page/papers-page.tsx")).PapersPage,
    }),
    actions: [],
  },
  {
    kind: "prompt",
    path: "/prompts",
    title: "Prompt Stack",
    purpose: "Prompts that worked, saved for everyone.",
    Icon: TextQuote,
    tone: "bg-modality-multimodal text-on-modality-multimodal",
    load: async () => ({
      Component: (await import("#client/features/prompts/page/prompts-page.tsx")).PromptsPage,
    }),
    actions: [
      { dialog: "add", label: "Add prompt", Icon: Plus },
      { dialog: "import", label: "Import prompts", Icon: Upload },
      { dialog: "export", label: "Export prompts", Icon: Download },
      { dialog: "settings", label: "Prompt Stack settings", Icon: Settings },
    ],
  },
  {
    kind: "reading",
    path: "/chapter-loop",
    title: "ChapterLoop",
    purpose: "Books and articles to read and discuss.",
    Icon: BookOpenText,
    tone: "bg-modality-audio text-on-modality-audio",
    load: async () => ({
      Component: (await import("#client/features/readings/page/readings-page.tsx")).ReadingsPage,
    }),
    actions: [
      { dialog: "add", label: "Add reading", Icon: Plus },
      { dialog: "import", label: "Import readings", Icon: Upload },
    ],
  },
];

/** Shareable page of a tool, linked from its details and from mentions. */
const everythingAboutTool: Page = {
  path: "/tools/:id",
  title: "Everything about a tool",
  Icon: Layers,
  isNamedByContent: true,
  load: async () => ({
    Component: (await import("#client/features/tools/everything/tool-page.tsx")).ToolPage,
  }),
};

export const account: Page = {
  path: "/account",
  title: "Account",
  Icon: UserRound,
  load: async () => ({
    Component: (await import("#client/features/users/account/account-page.tsx")).AccountPage,
  }),
};

/** Page for admins, linked from Admin Tools, the user menu and the command palette. */
export const system: Page = {
  path: "/system",
  title: "System",
  Icon: HeartPulse,
  isForAdmins: true,
  load: async () => ({ Component: (await import("#client/features/system/system-page.tsx")).SystemPage }),
};

/** Search page for all sections, linked from the command palette. */
const search: Page = {
  path: "/search",
  title: "Search",
  Icon: Search,
  load: async () => ({ Component: (await import("#client/features/search/search-page.tsx")).SearchPage }),
};

/** Every page, in the order of the command palette. */
export const pages: readonly Page[] = [home, ...sections, everythingAboutTool, search, account, system];
