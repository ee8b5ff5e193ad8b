import type { Locator, Page } from "@playwright/test";

import { addTools, countLine, dialogOf, storedTool } from "./ai-stack.ts";
import { failCalls } from "./calls.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Person,
  PHONE,
  test,
  toast,
} from "./product.ts";
import { addReading } from "./reading-list.ts";
import { decideOn, makeOverdue, voteOn } from "./team-verdicts.ts";
import { THOROUGH } from "./thorough.ts";

const verdictOf = (page: Page) => page.getByRole("dialog").getByRole("region", { name: "Verdict" });
const why = (page: Page) => page.getByLabel("Why, in one sentence");

async function openTool(person: Person, name: string): Promise<Page> {
  const { id } = await storedTool(person, name);
  await person.page.goto(`/dashboard?tool=${id}`);
  await expect(verdictOf(person.page).getByText("What do you think?")).toBeVisible();
  return person.page;
}

test("a person decides on a tool with evidence, and the list shows and filters by the ring", async ({
  ada,
}) => {
  await addTools(ada, [{ name: "Cursor" }, { name: "Whisper" }]);
  await addReading(ada, { title: "Speech at scale", topic: "Audio" });
  const page = await openTool(ada, "Whisper");
  await expect(verdictOf(page)).toContainText("No verdict yet");
  await expectAccessible(page);
  await verdictOf(page).getByRole("button", { name: "Decide" }).click();
  const dialog = dialogOf(page, "Verdict on Whisper");
  await dialog.getByRole("button", { name: "Save Verdict" }).click();
  await expect(dialog.getByText("Choose a ring")).toBeVisible();
  await expect(dialog.getByText("Say in one sentence why")).toBeVisible();
  await expect(dialog.getByRole("radio", { name: /^Adopt/u })).toBeFocused();
  await expectAccessible(page);

  await dialog.getByRole("radio", { name: /^Trial/u }).check();
  await why(page).fill("Beats our old transcripts by far.");
  await dialog.getByLabel("Allowed data").selectOption("Internal");
  await dialog.getByLabel("Review on").fill("2031-05-24");
  const evidenceField = dialog.getByRole("textbox", { name: "Evidence" });
  await evidenceField.fill("speech");
  await dialog
    .getByRole("list", { name: "Found" })
    .getByRole("button", { name: /Speech at scale/u })
    .click();
  await expect(evidenceField).toBeFocused();
  await dialog
    .getByRole("radiogroup", { name: "For or against: Speech at scale" })
    .getByText("Against")
    .click();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole("button", { name: "Save Verdict" }).click();
  await expect(toast(page, "Verdict saved")).toBeVisible();
  // The tool is open again.
  await expect(verdictOf(page)).toContainText("Beats our old transcripts by far.");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await expect(page.getByRole("button", { name: "Whisper Trial", exact: true })).toBeVisible();
  await page.getByRole("combobox", { name: "Verdict" }).selectOption("Trial");
  await expect(countLine(page)).toHaveText("Showing 1 of 2 tools");
  await expect(page).toHaveURL("/dashboard?verdict=trial");
  await page.getByRole("combobox", { name: "Verdict" }).selectOption("No verdict yet");
  await expect(page.getByRole("button", { name: "Cursor", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Whisper/u })).toHaveCount(0);

  await openTool(ada, "Whisper");
  await expect(verdictOf(page)).toContainText(/Trial\s?· since \d+ \w+ · Ada/u);
  await expect(verdictOf(page)).toContainText("Beats our old transcripts by far.");
  await expect(verdictOf(page)).toContainText("Allowed data: internal · Review on 24 May 2031");
  const evidence = verdictOf(page).getByRole("list", { name: "Evidence" });
  await expect(evidence).toHaveText("Against:Speech at scale");
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await evidence.getByRole("link").click();
  await expect(page).toHaveURL(/^[^?]+\/chapter-loop\?reading=/u);
});

test(
  "the second of two concurrent deciders sees the other verdict, and loses no input",
  THOROUGH,
  async ({ ada, signUp }) => {
    const bob = await signUp("bob", { firstName: "Bob" });
    await addTools(ada, [{ name: "Whisper" }]);
    const { page } = ada;
    // Ada is not notified of Bob's verdict while typing.
    await page.route("**/trpc/events.watch**", (route) => route.abort());
    await openTool(ada, "Whisper");
    await verdictOf(page).getByRole("button", { name: "Decide" }).click();
    const dialog = dialogOf(page, "Verdict on Whisper");
    await dialog.getByRole("radio", { name: /^Adopt/u }).check();
    await why(page).fill("Everybody uses it by now.");
    await decideOn(bob, "Whisper", { ring: "hold", reason: "Nobody knows where the voices go." });
    await dialog.getByRole("button", { name: "Save Verdict" }).click();
    const note = dialog.getByRole("status").filter({ hasText: "decided in the meantime" });
    await expect(note).toContainText("Bob decided in the meantime: Hold “Nobody knows where the voices go.”");
    await expect(why(page)).toHaveValue("Everybody uses it by now.");
    await expect(dialog.getByRole("radio", { name: /^Adopt/u })).toBeChecked();
    await expectAccessible(page);

    await dialog.getByRole("button", { name: "Use My Verdict" }).click();
    await dialog.getByRole("button", { name: "Save Verdict" }).click();
    await expect(toast(page, "Verdict saved")).toBeVisible();
    await verdictOf(page).getByRole("button", { name: "Verdict history (2)" }).click();
    const history = verdictOf(page).getByRole("list", { name: "Verdicts, newest first" });
    await expect(history.getByRole("listitem")).toHaveText([
      /^Hold → Adopt, \d+ \w+, Ada: “Everybody uses it by now\.”$/u,
      /^Hold, \d+ \w+, Bob: “Nobody knows where the voices go\.”$/u,
    ]);
    await expectAccessible(page);
  },
);

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < 40; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}

test("a person votes, adds a reason, and decides by the votes, without a mouse", async ({ ada, signUp }) => {
  await addTools(ada, [{ name: "Whisper" }]);
  await decideOn(ada, "Whisper", { ring: "assess" });
  for (const [name, ring] of [
    ["bob", "trial"],
    ["cleo", "trial"],
    ["dan", "hold"],
  ] as const)
    await voteOn(await signUp(name), "Whisper", ring);
  const page = await openTool(ada, "Whisper");
  const { keyboard } = page;
  const section = verdictOf(page);
  await expect(section).toContainText("The team leans to Trial (2 of 3).");

  const vote = section.getByRole("button", { name: /^Trial \d/u });
  await tabTo(page, vote);
  await keyboard.press("Enter");
  await expect(vote).toHaveText("Trial 3");
  await expect(vote).toBeFocused();
  await expect(vote).toHaveAttribute("aria-pressed", "true");
  await tabTo(page, section.getByRole("button", { name: "Add a Reason" }));
  await keyboard.press("Enter");
  await expect(section.getByRole("textbox", { name: "Your reason" })).toBeFocused();
  await keyboard.type("It saves me an hour a week.");
  // The text stays when the person changes their vote.
  await section.getByRole("button", { name: /^Hold \d/u }).press("Enter");
  await expect(section.getByRole("button", { name: "Hold 2" })).toBeVisible();
  await expect(vote).not.toHaveAttribute("aria-disabled");
  await vote.press("Enter");
  await expect(vote).toHaveText("Trial 3");
  await section.getByRole("textbox", { name: "Your reason" }).press("Enter");
  const notes = section.getByRole("list", { name: "Votes" });
  await expect(notes).toHaveText("Ada · Trial: “It saves me an hour a week.”");
  await expect(section.getByRole("button", { name: "Change Your Reason" })).toBeFocused();

  const lean = section.getByRole("paragraph").filter({ hasText: "The team leans to Trial (3 of 4)." });
  await expect(lean).toBeVisible();
  await expectAccessible(page);
  await tabTo(page, lean.getByRole("button", { name: "Decide" }));
  await keyboard.press("Enter");
  const dialog = dialogOf(page, "Verdict on Whisper");
  await expect(dialog.getByRole("radio", { name: /^Assess/u })).toBeFocused();
  await keyboard.press("ArrowUp");
  await expect(dialog.getByRole("radio", { name: /^Trial/u })).toBeChecked();
  await tabTo(page, why(page));
  await keyboard.type("Three of four want to try it.");
  await keyboard.press("Control+Enter");
  await expect(toast(page, "Verdict saved")).toBeVisible();
  await expect(section).toContainText("Three of four want to try it.");
  // The keys of the tool work at once.
  await keyboard.press("v");
  await expect(dialog.getByRole("radio", { name: /^Trial/u })).toBeFocused();
  await keyboard.press("Escape");
  await expect(section).toBeVisible();
  await keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Whisper Trial", exact: true })).toBeVisible();
});

test(
  "a list filtered by unavailable verdicts reports it, and requests them again",
  THOROUGH,
  async ({ ada }) => {
    await addTools(ada, [{ name: "Whisper" }]);
    await decideOn(ada, "Whisper", { ring: "trial" });
    const { page } = ada;
    const stopFailing = await failCalls(page, "verdicts.present");
    await page.goto("/dashboard?verdict=trial");
    await expect(page.getByText("Error Loading Tools")).toBeVisible();
    await stopFailing();
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(page.getByRole("button", { name: "Whisper Trial", exact: true })).toBeVisible();
  },
);

test("Home lists overdue reviews and opens their decisions", THOROUGH, async ({ ada, product }) => {
  await addTools(
    ada,
    ["Atlas", "Beacon", "Cursor", "Whisper"].map((name) => ({ name })),
  );
  const { page } = ada;
  for (const [name, day] of [
    ["Whisper", "2020-05-03"],
    ["Cursor", "2020-06-01"],
    ["Beacon", "2020-07-01"],
    ["Atlas", "2020-08-01"],
  ] as const) {
    await decideOn(ada, name, { ring: "trial" });
    await makeOverdue(product, ada, name, day);
  }
  await page.goto("/");
  const due = page.getByRole("list", { name: "Reviews due" }).getByRole("listitem");
  await expect(due.getByRole("paragraph")).toHaveText([
    "Review due: Whisper (3 May 2020)",
    "Review due: Cursor (1 June 2020)",
    "Review due: Beacon (1 July 2020)",
  ]);
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: "1 more" }).click();
  await expect(page.getByRole("button", { name: "4 verdicts overdue since May 2020" })).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "Decide on Whisper" }).click();
  const dialog = dialogOf(page, "Verdict on Whisper");
  await expect(dialog.getByRole("radio", { name: /^Trial/u })).toBeChecked();
  await why(page).fill("Still the best one.");
  await dialog.getByRole("button", { name: "Save Verdict" }).click();
  await expect(toast(page, "Verdict saved")).toBeVisible();
  await expect(due.first()).toContainText("Cursor");
  await expect(page.getByRole("link", { name: "1 more" })).toHaveCount(0);
});
