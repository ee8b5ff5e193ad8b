import { failCalls, holdCalls } from "./calls.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, type Person, PHONE, test } from "./product.ts";
import { THOROUGH } from "./thorough.ts";

/** A tool, a prompt, a reading and a comment about whales, and other tools. */
async function addWhales({ request }: Person): Promise<void> {
  const add = async (path: string, data: object) => {
    const reply = await request.post(path, { data });
    expect(reply.status(), await reply.text()).toBe(201);
    return reply.json();
  };
  await add("/api/ai-tools", {
    name: "Whale Watch",
    company: "Orca Labs",
    notes: "Counts whales on pictures",
    tags: ["sea"],
  });
  await add("/api/prompts", { name: "Sing", prompt: "Sing like a whale, slowly", tags: ["music"] });
  const reading = await add("/api/readings", {
    title: "Moby Dick",
    author: "Herman Melville",
    notes: "A whale",
  });
  await add(`/api/readings/${reading.id}/comments`, { content: "The whale wins in the end" });
  for (let number = 1; number <= 25; number += 1) await add("/api/ai-tools", { name: `Kettle ${number}` });
}

test("the palette finds items of all kinds, and links to all results", async ({ ada }) => {
  const { page } = ada;
  await addWhales(ada);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Welcome, Ada!" })).toBeVisible();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("combobox").pressSequentially("whal");
  await expect(palette.getByRole("option", { name: /^Whale Watch/ })).toBeVisible();
  await expect(palette.getByRole("option", { name: /^Sing/ })).toBeVisible();
  await expect(palette.getByRole("option", { name: /^Moby Dick/ })).toHaveCount(2);
  await expectAccessible(page);
  await palette.getByRole("option", { name: "Search everything for “whal”" }).click();
  await expect(page.getByRole("searchbox", { name: "Search everything" })).toHaveValue("whal");
  await expect(page).toHaveTitle("Search · StackLoop");

  await page.keyboard.press("Control+k");
  await palette.getByRole("combobox").fill("wins");
  await palette.getByRole("option", { name: /^Moby Dick/ }).click();
  await expect(page.getByText("The whale wins in the end")).toBeVisible();
});

test("a question is answered above the results, from the palette too", async ({ ada }) => {
  const { page } = ada;
  await addWhales(ada);
  await page.goto("/search");
  await page
    .getByRole("searchbox", { name: "Search everything" })
    .fill("Which tool counts whales on pictures?");
  const card = page.getByRole("region", { name: "From your team's knowledge" });
  await expect(card.getByText("No AI wrote this. These are quotations.")).toBeVisible();
  await expect(card.getByRole("listitem").first()).toContainText("Counts whales on pictures");
  await expectAccessible(page);
  await card.getByRole("link", { name: "Whale Watch" }).first().click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: "Whale Watch" })).toBeVisible();
  const passage = () => page.evaluate(() => [...(CSS.highlights.get("passage") ?? [])].map(String));
  await expect.poll(passage).toEqual(["Counts whales on pictures"]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("combobox").fill("Which tool counts whales on pictures?");
  await expect(palette.getByText("No AI wrote this. These are quotations.")).toBeVisible();
  await palette.getByRole("option", { name: /^Counts whales on pictures/u }).click();
  await expect.poll(passage).toEqual(["Counts whales on pictures"]);
  await page.keyboard.press("Escape");

  await page.keyboard.press("Control+k");
  await palette.getByRole("combobox").fill("Which tools have we adopted?");
  await palette.getByRole("option", { name: /^Ask your team’s knowledge/u }).click();
  await expect(card.getByText("No tool is in Adopt.")).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
});

test("a question without an answer is asked in a discussion, and Home lists it until someone replies", async ({
  ada,
  signUp,
}) => {
  const { page } = ada;
  await addWhales(ada);
  const question = "Who repairs the whale counter in Reykjavik?";
  await page.goto(`/search?q=${encodeURIComponent(question)}`);
  const card = page.getByRole("region", { name: "From your team's knowledge" });
  await expect(card.getByText("No answer found.")).toBeVisible();
  await card.getByRole("button", { name: "Ask the team" }).click();
  await expect(card.getByRole("textbox", { name: "What is your question about?" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(card.getByRole("button", { name: "Ask the team" })).toBeFocused();
  await page.keyboard.press("Enter");
  await card.getByRole("textbox", { name: "What is your question about?" }).fill("whale watch");
  await card
    .getByRole("list", { name: "Found" })
    .getByRole("button", { name: /Whale Watch/u })
    .click();
  await expect(card.getByText("starts a discussion about Whale Watch")).toBeVisible();
  await card.getByRole("button", { name: "Ask", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Whale Watch" })).toBeVisible();
  await expect(dialog.getByText(question)).toBeVisible();

  const bob = await signUp("bob");
  await bob.page.goto("/");
  const questions = bob.page.getByRole("list", { name: "Open questions" });
  await expect(questions.getByRole("listitem")).toHaveCount(1);
  await expectAccessible(bob.page);
  await questions.getByRole("link", { name: question }).click();
  const asked = bob.page.getByRole("dialog");
  await asked.getByRole("button", { name: "Reply" }).click();
  await asked.getByRole("textbox", { name: "Reply to Ada" }).fill("Bob does.");
  await asked.getByRole("button", { name: "Post Reply" }).click();
  await expect(asked.getByText("Bob does.")).toBeVisible();
  await bob.page.goto("/");
  await expect(bob.page.getByRole("heading", { name: "Latest in the AI Stack" })).toBeVisible();
  await expect(questions).toHaveCount(0);
});

test("the page lists results, best first, by kind and page by page", async ({ ada }) => {
  const { page } = ada;
  await addWhales(ada);
  await page.goto("/search");
  await expect(page.getByRole("heading", { name: "Search Everything" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("/");
  await page.keyboard.type("whales");
  const results = page.getByRole("list", { name: "Results" });
  await expect(results.getByRole("listitem")).toHaveCount(4);
  await expect(page.getByText("4 results")).toBeVisible();
  await expect(results.getByRole("listitem").first().locator("mark").first()).toHaveText("Whale");
  await expect(page).toHaveURL(/\/search\?q=whales$/u);
  await expectAccessible(page);

  await page.getByRole("radio", { name: "Comments 1" }).click();
  await expect(results.getByRole("listitem")).toHaveCount(1);
  await expect(page).toHaveURL(/kind=comment/u);
  await page.getByRole("radio", { name: "All" }).click();
  await expect(results.getByRole("listitem")).toHaveCount(4);

  await page.getByRole("searchbox").fill("kettle kind:tool");
  await expect(results.getByRole("listitem")).toHaveCount(20);
  await page.getByRole("button", { name: "Show More" }).click();
  await expect(results.getByRole("listitem")).toHaveCount(25);

  await page.getByRole("searchbox").fill("kind:video whale");
  await expect(page.getByText("There is no kind “video”.")).toBeVisible();

  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("results can be reached by keys, and open in their section", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await addWhales(ada);
  await page.goto("/search?q=whale");
  const links = page.getByRole("list", { name: "Results" }).getByRole("link");
  await expect(links).toHaveCount(4);
  await page.keyboard.press("j");
  await expect(links.nth(0)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(links.nth(0)).toBeFocused();
  await links.filter({ hasText: "Whale Watch" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("heading", { name: /^Whale Watch/ })).toBeVisible();
  await page.goBack();
  await expect(links).toHaveCount(4);
});

test("the page reports no results, a failure and a running search", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  const stopFailing = await failCalls(page, "search.all");
  await page.goto("/search?q=unicorn");
  await expect(page.getByRole("heading", { name: "Search Failed" })).toBeVisible();
  await expectAccessible(page);
  await stopFailing();
  const release = await holdCalls(page, "search.all");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { name: "Search Failed" })).toHaveCount(0);
  release();
  await expect(page.getByRole("heading", { name: "Nothing Found" })).toBeVisible();
  await expectAccessible(page);
});
