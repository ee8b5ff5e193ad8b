/** Tabs of the Admin page, at `/admin/{id}`. */
export const ADMIN_TABS = [
  { id: "system", title: "System" },
  { id: "jobs", title: "Jobs" },
  { id: "feeds", title: "News Feeds" },
  { id: "channels", title: "Channels" },
  { id: "activity", title: "Activity" },
  { id: "deleted", title: "Recently Deleted" },
  { id: "shared-pages", title: "Shared Pages" },
  { id: "assistants", title: "Assistants" },
] as const;
