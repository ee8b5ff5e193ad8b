import { screen, waitFor, within, render } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";

import { TexText } from "#client/format/tex-text.tsx";
import { addComment } from "#server/features/comments/comments.service.ts";
import { fetchLatestPapers } from "#server/features/papers/paper-fetch.service.ts";
import { addReading } from "#server/features/readings/readings.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import { decide } from "#server/features/verdicts/decisions.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { type Tool, newToolSchema } from "#shared/tools/tools.ts";
import { decisionSchema } from "#shared/verdicts/verdicts.ts";
import { buildFoundPaper, paperArchive, quietWork } from "#tests/support/found.ts";
import { type Backend, startBackend } from "#tests/support/msw-server.ts";
import { addressBar, renderApp } from "#tests/support/render-app.tsx";

import { namesByFirstText, splitByNames, Summary } from "./named-text.tsx";

describe("names on pages", () => {
  let backend: Backend;
  let ada: User;
  let midjourney: Tool;

  beforeEach(async () => {
    backend = await startBackend();
    ada = await backend.signInAs({ username: "ada" });
    midjourney = await addTool(
      backend.app,
      ada,
      newToolSchema.parse({ name: "Midjourney", use: "Draws pictures" }),
    );
  });

  /**
   * Waits until the text has a link to Midjourney, because React may replace its element before that. The first match
   * is the text itself; the section with related items may quote it.
   */
  const paragraphWithLink = (text: RegExp): Promise<HTMLElement> =>
    waitFor(() => {
      const paragraph = screen.getAllByText(text)[0]?.closest<HTMLElement>(":not(span)");
      if (!paragraph) throw new Error("The text has no element around it.");
      expect(links(paragraph)).toHaveLength(1);
      return paragraph;
    });
  const links = (within_: HTMLElement) => within(within_).queryAllByRole("link", { name: "Midjourney" });

  test("links the first occurrence of a tool's name in the notes and comments of an open reading", async () => {
    const fields = { title: "Styles", author: "A. Author", notes: "Midjourney here, Midjourney there." };
    const { id } = await addReading(backend.app, ada, newReadingSchema.parse(fields));
    const content = "See https://example.com/Midjourney first, then ask Midjourney or Midjourney.";
    await addComment(backend.app, ada, { readingId: id, content, parentId: null });
    const person = renderApp("/chapter-loop");
    await person.click(await screen.findByRole("button", { name: "Styles" }));

    const notes = await paragraphWithLink(/here,/u);
    expect(notes).toHaveTextContent("Midjourney here, Midjourney there.");
    const comment = await paragraphWithLink(/first, then ask/u);
    expect(within(comment).getByRole("link", { name: /^https/u })).toBeVisible();

    await person.click(within(comment).getByRole("link", { name: "Midjourney" }));
    await waitFor(() => expect(addressBar()).toBe(`/tools/${midjourney.id}`));
  });

  test("shows the verdict and use of a tool in its name's tooltip", async () => {
    const decision = {
      toolId: midjourney.id,
      revision: 0,
      ring: "trial",
      reason: "One project",
      evidence: [],
    };
    await decide(backend.app, ada, decisionSchema.parse(decision));
    const fields = { title: "Styles", author: "A. Author", notes: "Midjourney again." };
    const { id } = await addReading(backend.app, ada, newReadingSchema.parse(fields));
    renderApp(`/chapter-loop?reading=${id}`);
    (await screen.findByRole("link", { name: "Midjourney" })).focus();
    const words = await screen.findByRole("tooltip");
    expect(await within(words).findByText("Trial")).toBeInTheDocument();
    expect(await within(words).findByText("Draws pictures")).toBeInTheDocument();
  });

  test("links names in a card only once its related items are open", async () => {
    const abstract = "Of Midjourney and $x^2$: we ask Midjourney for pictures.";
    backend.app.integrations.papers = paperArchive([buildFoundPaper(1, { title: "Pictures", abstract })]);
    await fetchLatestPapers(backend.app, quietWork());
    const person = renderApp("/arxiv");
    const card = await screen.findByRole("article", { name: "Pictures" });
    expect(links(card)).toEqual([]);
    await person.click(within(card).getByRole("button", { name: /^Related/u }));
    const mentions = await within(card).findByRole("list", { name: "Mentions" });
    const inAbstract = () =>
      links(card).filter(
        (link) => !mentions.contains(link) && link.getAttribute("href")?.startsWith("/tools/"),
      );
    expect(await within(card).findAllByRole("link", { name: "Midjourney" })).not.toEqual([]);
    expect(inAbstract()).toHaveLength(1);
    expect(card).toHaveTextContent(/we ask Midjourney for pictures/u);

    await person.click(within(card).getByRole("button", { name: /^Related/u }));
    expect(links(card)).toEqual([]);
  });
});

const name = (spelled: string) => ({ spelled });

/** Returns the pieces as one text, with names in brackets. */
const highlightNames = (text: string, ...spelled: string[]) =>
  splitByNames(
    text,
    spelled.map((word) => name(word)),
  )
    .map((piece) => (piece.name ? `[${piece.text}]` : piece.text))
    .join("");

test("highlights the first occurrence of a name as a whole word", () => {
  expect(highlightNames("Whispers of Whisper, and Whisper again", "Whisper")).toBe(
    "Whispers of [Whisper], and Whisper again",
  );
  expect(highlightNames("We tried C++ and Node.js.", "C++", "Node.js")).toBe("We tried [C++] and [Node.js].");
  expect(highlightNames("Éclair? No: Clair.", "clair", "Clair")).toBe("Éclair? No: [Clair].");
});

test("preserves the spelling of names, and doesn't split texts without names", () => {
  expect(highlightNames("we whisper", "Whisper")).toBe("we whisper");
  expect(splitByNames("we whisper", [])).toEqual([{ text: "we whisper", name: null }]);
  expect(splitByNames("", [name("Whisper")])).toEqual([]);
  expect(highlightNames("Anything", "")).toBe("Anything");
});

test("highlights the longer of two overlapping names", () => {
  expect(highlightNames("Claude Code beats Claude", "Claude", "Claude Code")).toBe(
    "[Claude Code] beats Claude",
  );
  expect(highlightNames("GPT 4 Turbo Pro", "GPT 4 Turbo", "Turbo Pro")).toBe("[GPT 4 Turbo] Pro");
});

test("highlights each name only in the first of several texts", () => {
  const [whisper, sora, absent] = [name("Whisper"), name("Sora"), name("Cursor")];
  expect(namesByFirstText(["Nothing", "Whisper hears", "Whisper and Sora"], [sora, whisper, absent])).toEqual(
    [[], [whisper], [sora]],
  );
});

const renderSummary = (text: string) =>
  [
    ...render(
      <Summary text={text} renderLine={(line) => <TexText text={line} />} />,
    ).container.querySelectorAll("h4, p"),
  ].map((line) => [
    line.tagName === "H4" ? "heading" : line.className === "" ? "line" : "indented",
    line.textContent,
  ]);

test("parses headings in double asterisks and numbered points, and drops blank lines", () => {
  expect(renderSummary("**Key Contribution**\r\n\n  1. It plans.\n12. It acts.\n   \nAnd so on.")).toEqual([
    ["heading", "Key Contribution"],
    ["indented", "1. It plans."],
    ["indented", "12. It acts."],
    ["line", "And so on."],
  ]);
});

test("treats markup as text", () => {
  const hostile = "<img src=x onerror=alert(1)> [a](javascript:alert(1)) **not a heading";
  expect(renderSummary(hostile)).toEqual([["line", hostile]]);
  expect(renderSummary("****")).toEqual([["line", "****"]]);
});
