import { BookmarkPlus } from "lucide-react";

import type { Slice } from "#client/slice.ts";

export const saveSlice: Slice = {
  name: "save",
  pages: [
    {
      path: "/save",
      title: "Save an Address",
      Icon: BookmarkPlus,
      load: async () => ({ Component: (await import("#client/features/save/save-page.tsx")).SavePage }),
    },
  ],
};
