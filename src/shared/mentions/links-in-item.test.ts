import { describe, expect, test } from "vitest";

import { createNameFinder } from "#shared/mentions/names/name-finder.ts";

import { addSubjects, findToolsIn, LinksOfItem } from "./links-in-item.ts";
import { ToolHosts } from "./tool-hosts.ts";

const tools = [
  { target: "1", name: "OpenZed", url: "https://openzed.example" },
  { target: "2", name: "Linear", url: null },
];
const known = {
  finder: createNameFinder(tools),
  hosts: new ToolHosts(tools),
  isPersonsOnly: (name: string) => name === "Linear",
};

function linksIn(...texts: string[]) {
  const links = new LinksOfItem("prompt:1");
  for (const text of texts) findToolsIn({ field: "prompt", text }, known, [], links);
  return links.all;
}

describe("the links of an item", () => {
  test("include each item once, however often it is named, with the first sentence", () => {
    const links = linksIn("Start with OpenZed. ".repeat(900), "OpenZed once more");
    expect(links).toEqual([
      {
        to: "tool:1",
        how: "name",
        state: "found",
        spelled: "OpenZed",
        excerpt: "Start with OpenZed.",
        field: "prompt",
        commentId: null,
      },
    ]);
  });

  test("rank a name above an address, and both above an everyday word", () => {
    expect(linksIn("See openzed.example/docs.", "OpenZed is good")).toMatchObject([
      { to: "tool:1", how: "name", excerpt: "OpenZed is good" },
    ]);
    expect(linksIn("a linear model")).toMatchObject([{ to: "tool:2", state: "hidden" }]);
    expect(linksIn("a linear model", "in the Linear app")).toMatchObject([
      { to: "tool:2", state: "found", excerpt: "in the Linear app" },
    ]);
  });

  test("never point to the item itself", () => {
    const links = new LinksOfItem("tool:1");
    findToolsIn({ field: "notes", text: "OpenZed at openzed.example" }, known, [], links);
    expect(links.all).toEqual([]);
  });

  test("of an article include its tools, except names that only people link", () => {
    const links = new LinksOfItem("article:1");
    const subjects = [
      { toolId: "1", name: "OpenZed" },
      { toolId: "2", name: "Linear" },
    ];
    addSubjects({ title: "All of us", subjects }, known, links);
    expect(links.all).toMatchObject([
      { to: "tool:1", state: "found", spelled: "OpenZed", excerpt: "All of us", field: "subject" },
      { to: "tool:2", state: "hidden" },
    ]);
  });
});
