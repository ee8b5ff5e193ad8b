import type { Page } from "@playwright/test";

import { ADMIN_TABS } from "#client/features/admin/admin-tabs.ts";

/** A picture of the product in one state. */
export interface Shot {
  name: string;
  path: string;
  /** Brings the page into the pictured state. */
  act?: (page: Page) => Promise<unknown>;
  /** The picture shows a dialog, loaded when first opened: by the address, or by `act`. */
  isDialog?: "by address" | "by hand";
}

/** Items of the filled product in the pictures. */
export interface SampleItems {
  tool: string;
  article: string;
  paper: string;
  prompt: string;
  reading: string;
  /** Published brief. */
  brief: string;
  /** Path of a page that is shared with people without an account. */
  sharedRadar: string;
  sharedBrief: string;
}

const press = (name: RegExp | string) => (page: Page) => page.getByRole("button", { name }).first().click();
const choose = (name: string) => (page: Page) => page.getByRole("tab", { name }).click();
const submit = (name: string) => (page: Page) =>
  page.getByRole("dialog").getByRole("button", { name }).click();
const goTo = (name: string) => (page: Page) =>
  page.getByRole("heading", { name }).first().scrollIntoViewIfNeeded();
/** Opens a control that only phones have. */
const openPhoneControl = (name: RegExp | string) => async (page: Page) => {
  if ((page.viewportSize()?.width ?? 0) < 768) await press(name)(page);
  else await page.getByRole("searchbox").focus();
};
let imports = 0;

/** A table below a title, as in reports. */
async function chooseReport(page: Page): Promise<void> {
  await page.getByLabel("File to import").setInputFiles({
    name: "report.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      "Our AI tools,,\nAs of May 2026,,\nName,Company,URL\nClaude,Anthropic\nSora,OpenAI\n",
    ),
  });
  await page.getByLabel("Line with the column names").waitFor();
}

/** New items each time: existing ones are not imported again. Other pictures show Claude. */
async function importTools(page: Page): Promise<void> {
  imports += 1;
  const dialog = page.getByRole("dialog");
  await page.getByLabel("File to import").setInputFiles({
    name: "tools.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`name,notes\nZapier,${imports} seats\nLetter Writer ${imports},Tried in May\n`),
  });
  await dialog.getByRole("button", { name: "Preview 2 Rows" }).click();
  await dialog.getByRole("button", { name: "Import 2 Rows" }).click();
  await dialog.getByRole("button", { name: "Undo Import" }).waitFor();
}

async function deleteTool(page: Page): Promise<void> {
  // Other pictures show Claude.
  await press(/^Delete (?!Claude)/u)(page);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Undo" }).waitFor();
}

/** A date some days ago, in the format of addresses. */
export const dayBefore = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Opens the comment of a quotation, which scrolls into view once its discussion is loaded. */
async function openQuotation(page: Page): Promise<void> {
  await page.getByRole("list", { name: "Quotations" }).getByRole("link").first().click();
  await page.locator("li:focus").waitFor();
}

async function focusFirstEntry(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
  await page.keyboard.press("j");
  await page.locator("[data-row-open]:focus").waitFor();
}

async function openSaveMenu(page: Page): Promise<void> {
  await press("Save As")(page);
  await page.getByRole("menuitem").first().waitFor();
}

async function pickEvidence(page: Page): Promise<void> {
  const field = page.getByRole("textbox", { name: "Evidence" });
  await field.fill("attention");
  await page.getByRole("list", { name: "Found" }).getByRole("button").first().click();
  await field.fill("notes");
  await page.getByRole("list", { name: "Found" }).waitFor();
}

/** Begins a mention in the discussion of an open tool. */
async function mentionSomeone(page: Page): Promise<void> {
  await press(/^Discussion/u)(page);
  await page.getByRole("textbox", { name: "Comment" }).fill("What do you think, ");
  await page.keyboard.type("@");
  await page.getByRole("option").first().waitFor();
}

async function makeToken(page: Page): Promise<void> {
  await press("Create Token")(page);
  await page.getByText("Waiting for the first call…").waitFor();
}

/** Opens the discussion of the first item, with a comment to send. */
async function beginComment(page: Page): Promise<void> {
  await press(/^Discussion/u)(page);
  await page.getByRole("textbox", { name: "Comment" }).fill("Shall we try this in June?");
}

/** Chooses a button that phones have in a menu. */
async function pressOrChoose(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true });
  if (await button.isVisible()) return button.click();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name }).click();
}

async function findWhatToLink(page: Page): Promise<void> {
  await press("Link an Item…")(page);
  await page.keyboard.type("meeting");
  await page.getByRole("list", { name: "Found" }).scrollIntoViewIfNeeded();
}

async function askTheTeam(page: Page): Promise<void> {
  await press("Ask the team")(page);
  await page.getByRole("textbox", { name: "What is your question about?" }).waitFor();
}

/** Opens the dialog of a feed. */
async function followView(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "RSS feed" }).click();
}

async function createFeed(page: Page): Promise<void> {
  await followView(page);
  // The second theme already has one.
  await page.getByRole("button", { name: /^Create (Another )?Address$/u }).click();
  await page.getByText("They aren't shown again.").waitFor();
}

export const visitorShots: readonly Shot[] = [
  { name: "public", path: "/" },
  { name: "sign-up", path: "/", act: choose("Sign Up") },
  {
    name: "sign-up-faults",
    path: "/",
    act: async (page) => {
      await choose("Sign Up")(page);
      await press("Create Account")(page);
    },
  },
  { name: "sign-in-failed", path: "/?signIn=unavailable" },
  { name: "not-found", path: "/nowhere" },
];

/** Pictures of a public demo. The second one signs in. */
export const demoShots: readonly Shot[] = [
  { name: "demo-sign-in", path: "/" },
  {
    name: "demo-home",
    path: "/",
    act: async (page) => {
      await press("Sign In as Administrator")(page);
      await page.getByRole("heading", { name: /^Welcome, / }).waitFor();
    },
  },
  { name: "demo-tools", path: "/dashboard" },
  { name: "empty-channels", path: "/admin/channels" },
  { name: "empty-shared-pages", path: "/admin/shared-pages" },
];

/** Pictures of a new product without any activity, key or network. */
export const emptyShots: readonly Shot[] = [
  { name: "empty-home", path: "/" },
  { name: "empty-inbox", path: "/inbox" },
  { name: "empty-tools", path: "/dashboard" },
  { name: "empty-news", path: "/news" },
  { name: "empty-research", path: "/arxiv" },
  { name: "empty-prompts", path: "/prompts" },
  { name: "empty-readings", path: "/chapter-loop" },
  { name: "empty-recommendations", path: "/arxiv?show=forYou" },
  { name: "empty-brief", path: "/brief" },
  { name: "empty-search", path: "/search" },
  { name: "empty-account", path: "/account" },
  { name: "admins-only", path: "/admin/channels" },
];

export const filledShots = ({
  tool,
  article,
  paper,
  prompt,
  reading,
  brief,
  sharedRadar,
  sharedBrief,
}: SampleItems): readonly Shot[] => [
  { name: "home", path: "/" },
  { name: "account", path: "/account" },
  { name: "assistants", path: "/account?tab=assistants" },
  { name: "assistants-token", path: "/account?tab=assistants", act: makeToken },
  {
    name: "account-mail",
    path: "/account",
    act: (page) => page.getByRole("button", { name: "Save Email Settings" }).focus(),
  },
  ...ADMIN_TABS.map(({ id }) => ({ name: `admin-${id}`, path: `/admin/${id}` })),
  { name: "channel-add", isDialog: "by hand", path: "/admin/channels", act: press("Add Channel") },
  { name: "channel-edit", isDialog: "by hand", path: "/admin/channels", act: press(/^Edit /u) },
  {
    name: "channel-messages",
    isDialog: "by hand",
    path: "/admin/channels",
    act: async (page) => {
      await press(/^More for/u)(page);
      await page.getByRole("menuitem", { name: "Messages" }).click();
    },
  },
  { name: "save", path: "/save" },
  { name: "save-known", path: "/save?url=https%3A%2F%2Fexample.org%2Fclaude-notes" },
  { name: "save-unread", path: "/save?url=https%3A%2F%2Fexample.com%2Fprivate%2Freport&title=A%20report" },
  { name: "follow", isDialog: "by hand", path: "/news?show=unread", act: followView },
  { name: "follow-addresses", isDialog: "by hand", path: "/arxiv?q=agents", act: createFeed },
  { name: "follow-again", isDialog: "by hand", path: "/arxiv?q=agents", act: followView },
  { name: "feeds", path: "/account?tab=feeds" },
  { name: "palette", isDialog: "by hand", path: "/", act: (page) => page.keyboard.press("Control+k") },
  { name: "keys", isDialog: "by hand", path: "/", act: (page) => page.keyboard.press("?") },

  { name: "inbox", path: "/inbox", act: focusFirstEntry },
  { name: "inbox-done", path: "/inbox?tab=done" },

  { name: "search", path: "/search?q=claude" },
  { name: "search-by-kind", path: "/search?q=meeting%20kind%3Aprompt" },
  { name: "search-ask", path: "/search?q=Which%20tools%20have%20we%20adopted%3F" },
  { name: "search-works", path: "/search?q=Which%20of%20our%20prompts%20works%20best%20in%20Claude%3F" },
  { name: "search-data", path: "/search?q=May%20I%20give%20Claude%20customer%20data%3F" },
  { name: "search-quotation", path: "/search?q=Who%20uses%20NotebookLM%20for%20the%20measures%3F" },
  { name: "search-refused", path: "/search?q=Who%20repairs%20the%20office%20printer%3F", act: askTheTeam },
  {
    name: "passage",
    path: "/search?q=Who%20uses%20NotebookLM%20for%20the%20measures%3F",
    act: openQuotation,
  },
  { name: "search-no-match", path: "/search?q=unicorn" },

  { name: "tools", path: "/dashboard" },
  { name: "tools-filters", path: "/dashboard?modality=text", act: openPhoneControl(/^Filters/u) },
  { name: "tools-menu", path: "/dashboard", act: press("More") },
  { name: "brief", path: `/brief?from=${dayBefore(20)}&to=${dayBefore(0)}` },
  { name: "brief-published", path: `/brief/${brief}` },
  { name: "shared-radar", path: sharedRadar },
  { name: "shared-brief", path: sharedBrief },
  { name: "brief-empty", path: "/brief?from=2020-01-06&to=2020-01-12" },
  { name: "brief-invalid", path: "/brief?from=2020-01-12&to=2020-01-06" },
  { name: "tools-landscape", path: "/dashboard?view=landscape" },
  { name: "tools-blind-spots", path: "/dashboard?view=landscape&blind=1" },
  { name: "tools-radar", path: "/dashboard?view=radar" },
  { name: "tools-radar-earlier", path: `/dashboard?view=radar&on=${dayBefore(60)}` },
  { name: "tools-radar-moved", path: "/dashboard?view=radar&moved=90" },
  {
    name: "tools-radar-share",
    isDialog: "by hand",
    path: "/dashboard?view=radar",
    act: (page) => pressOrChoose(page, "Share Page"),
  },
  { name: "tools-radar-menu", path: "/dashboard?view=radar", act: openSaveMenu },
  { name: "tools-by-verdict", path: "/dashboard?verdict=trial" },
  { name: "tools-no-match", path: "/dashboard?q=nothing%20like%20it" },
  { name: "tool-add", isDialog: "by address", path: "/dashboard?dialog=add" },
  { name: "tool-add-faults", isDialog: "by address", path: "/dashboard?dialog=add", act: submit("Add Tool") },
  { name: "tools-export", isDialog: "by address", path: "/dashboard?dialog=export" },
  { name: "tools-deleted", path: "/dashboard", act: deleteTool },
  { name: "tools-imported", isDialog: "by address", path: "/dashboard?dialog=import", act: importTools },
  { name: "tools-import", isDialog: "by address", path: "/dashboard?dialog=import" },
  {
    name: "tools-import-columns",
    isDialog: "by address",
    path: "/dashboard?dialog=import",
    act: chooseReport,
  },
  { name: "tools-settings", isDialog: "by address", path: "/dashboard?dialog=settings" },
  {
    name: "tools-settings-users",
    isDialog: "by address",
    path: "/dashboard?dialog=settings",
    act: goTo("User Management"),
  },
  { name: "tool-detail", isDialog: "by address", path: `/dashboard?tool=${tool}` },
  {
    name: "tool-verdicts",
    isDialog: "by address",
    path: `/dashboard?tool=${tool}`,
    act: press(/^Verdict history \(\d+\)$/u),
  },
  { name: "tool-decide", isDialog: "by address", path: `/dashboard?dialog=verdict&tool=${tool}` },
  {
    name: "tool-decide-evidence",
    isDialog: "by address",
    path: `/dashboard?dialog=verdict&tool=${tool}`,
    act: pickEvidence,
  },
  {
    name: "tool-decide-faults",
    isDialog: "by address",
    path: `/dashboard?dialog=verdict&tool=${tool}`,
    act: submit("Save Verdict"),
  },
  {
    name: "tool-related",
    isDialog: "by address",
    path: `/dashboard?tool=${tool}`,
    act: (page) => page.getByRole("button", { name: "Link an Item…" }).scrollIntoViewIfNeeded(),
  },
  { name: "tool-link", isDialog: "by address", path: `/dashboard?tool=${tool}`, act: findWhatToLink },
  { name: "tool-mention", isDialog: "by address", path: `/dashboard?tool=${tool}`, act: mentionSomeone },
  { name: "tool-watch", isDialog: "by address", path: `/dashboard?tool=${tool}`, act: press(/^Watch/u) },
  { name: "tool-page", path: `/tools/${tool}` },
  { name: "tool-page-none", path: "/tools/none" },
  { name: "tool-history", isDialog: "by address", path: `/dashboard?dialog=history&tool=${tool}` },
  { name: "tool-edit", isDialog: "by address", path: `/dashboard?dialog=edit&tool=${tool}` },
  { name: "tool-delete", isDialog: "by address", path: `/dashboard?dialog=delete&tool=${tool}` },

  { name: "news", path: "/news" },
  { name: "article", path: `/news?article=${article}` },
  { name: "article-discussion", path: `/news?article=${article}`, act: beginComment },
  { name: "news-no-match", path: "/news?q=nothing%20like%20it" },
  { name: "research", path: "/arxiv" },
  { name: "research-summary", path: "/arxiv", act: press("AI Summary") },
  { name: "paper", path: `/arxiv?paper=${paper}` },
  { name: "paper-discussion", path: `/arxiv?paper=${paper}`, act: beginComment },
  { name: "research-for-you", path: "/arxiv?show=forYou" },
  { name: "research-for-team", path: "/arxiv?show=forTeam" },
  {
    name: "paper-add",
    isDialog: "by hand",
    path: "/arxiv",
    act: (page) => pressOrChoose(page, "Add Paper"),
  },
  { name: "research-no-match", path: "/arxiv?q=nothing%20like%20it" },

  { name: "prompts", path: "/prompts" },
  { name: "prompts-no-match", path: "/prompts?q=nothing%20like%20it" },
  { name: "prompt-add", isDialog: "by address", path: "/prompts?dialog=add" },
  { name: "prompt-detail", isDialog: "by address", path: `/prompts?prompt=${prompt}` },
  {
    name: "prompt-rate",
    isDialog: "by address",
    path: `/prompts?prompt=${prompt}`,
    act: async (page) => {
      await press("Rate")(page);
      await page.getByRole("combobox", { name: "Tool" }).selectOption("Claude");
      await page.getByText("Ratings (3)").click();
      await page.getByRole("form", { name: "Rate" }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "prompt-use",
    isDialog: "by address",
    path: `/prompts?dialog=use&prompt=${prompt}`,
    act: (page) =>
      page.getByRole("textbox", { name: "notes" }).fill("Mira: we keep Claude. Jonas asks for two seats."),
  },
  {
    name: "prompt-discussion",
    isDialog: "by address",
    path: `/prompts?prompt=${prompt}`,
    act: beginComment,
  },
  { name: "prompts-starred", path: "/prompts?show=starred" },
  { name: "prompt-history", isDialog: "by address", path: `/prompts?dialog=history&prompt=${prompt}` },
  { name: "prompt-edit", isDialog: "by address", path: `/prompts?dialog=edit&prompt=${prompt}` },
  { name: "prompt-delete", isDialog: "by address", path: `/prompts?dialog=delete&prompt=${prompt}` },
  { name: "prompts-export", isDialog: "by address", path: "/prompts?dialog=export" },
  { name: "prompts-import", isDialog: "by address", path: "/prompts?dialog=import" },
  { name: "prompts-settings", isDialog: "by address", path: "/prompts?dialog=settings" },

  { name: "readings", path: "/chapter-loop" },
  { name: "reading-open", path: `/chapter-loop?reading=${reading}` },
  { name: "readings-no-match", path: "/chapter-loop?q=nothing%20like%20it" },
  { name: "reading-add", isDialog: "by address", path: "/chapter-loop?dialog=add" },
  { name: "reading-history", isDialog: "by address", path: `/chapter-loop?dialog=history&item=${reading}` },
  { name: "reading-edit", isDialog: "by address", path: `/chapter-loop?dialog=edit&item=${reading}` },
  { name: "reading-delete", isDialog: "by address", path: `/chapter-loop?dialog=delete&item=${reading}` },
  { name: "readings-import", isDialog: "by address", path: "/chapter-loop?dialog=import" },
];
