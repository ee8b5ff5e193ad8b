import { expect, test } from "vitest";

import { isWithdrawn } from "./withdrawal.ts";

const ORDINARY_PAPER = {
  title: "Agents that plan",
  abstract: "We study agents that plan. They do better than agents that don't.",
  comment: "",
  version: 2,
};

test.each([
  "This paper has been withdrawn by the author due to an error in Theorem 2",
  "This paper has been withdrawn.",
  "The paper is withdrawn until further notice",
  "The authors have withdrawn this paper due to a crucial error",
  "The author has withdrawn it",
  "Authors decided to withdraw the paper, as the proof is wrong",
  "We would like to withdraw this manuscript because the data are wrong",
  "I am withdrawing this submission",
  "I'm withdrawing the paper for now",
  "We withdraw this work. A new version will be submitted",
  "All authors agreed to withdraw this article",
  "Withdrawn",
  "withdrawn by the author(s)",
  "WITHDRAWN: superseded by arXiv:2610.00001",
  "Withdrawn due to an error in the proof",
  "Withdrawn for revision",
  "12 pages, 3 figures; paper withdrawn by the author because of a crucial error",
  "12 pages, withdrawn because of an error",
  "Temporarily withdrawn",
  "This paper has been temporarily withdrawn by the authors",
  "This work was withdrawn, because the results cannot be reproduced",
  "arXiv admin note: this submission has been withdrawn by arXiv administrators due to inflammatory content",
  "arXiv admin note: this submission has been removed by arXiv administrators because of copyright",
  "arXiv admin note: submission withdrawn due to inclusion of false content",
  "This version withdrawn by arXiv administrators because the author had no right to agree to the license",
  "This article has been removed at the request of the authors",
  "This preprint has been retracted by its authors",
  "Retracted",
  "Retraction: the figures were manipulated",
  "The submission is withdrawn because it duplicates arXiv:2610.00001",
  "The paper contains errors and needs to be withdrawn",
  "Found an error in Lemma 3, so this paper is hereby withdrawn",
  "An error was found in Lemma 3; it has been withdrawn",
  "The authors request the withdrawal of this paper due to a conflict",
  "Please withdraw this paper",
  "This paper (arXiv:2611.00001) has been withdrawn from arXiv",
  "v2 has been withdrawn; see the journal",
  "The current version of this paper has been withdrawn",
  "This version of the paper has been withdrawn by the authors",
  "The authors of this paper have withdrawn it",
  "Paper withdrawn. The corrected version will be posted later",
  "This paper has been withdrawn since the error in Lemma 2 cannot be fixed",
])("the comment %j withdraws a paper", (comment) => {
  expect(isWithdrawn({ ...ORDINARY_PAPER, comment })).toBe(true);
});

test.each([
  "10 pages. An earlier paper was withdrawn from the workshop; this is the full version",
  "Accepted at a workshop on cash that can be withdrawn",
  "ICLR 2026 Conference Withdrawn Submission",
  "Withdrawn from ICLR 2026",
  "This paper was withdrawn from ICLR 2026 and is under review elsewhere",
  "This paper was withdrawn by the authors from AAAI 2026",
  "An earlier version of this paper was withdrawn",
  "A previous version was withdrawn due to an error in Lemma 2",
  "The original submission was withdrawn; code at https://example.com",
  "v1 was withdrawn because of an error in the proof",
  "Version 1 withdrawn, this version corrects the proof",
  "This paper was previously withdrawn due to a dispute",
  "This paper was withdrawn by mistake and has been restored",
  "This paper was withdrawn because of an error. The error has been fixed",
  "This paper has not been withdrawn",
  "Replaces the withdrawn arXiv:2610.00001",
  "arXiv admin note: text overlap with arXiv:2610.00001, which was withdrawn",
  "We have withdrawn the claim of Section 3",
  "The dataset has been withdrawn; the code is at https://example.com",
  "Dataset of papers withdrawn by their authors",
  "Withdrawn drugs are listed in the appendix",
  "A study of retracted papers. 14 pages",
  "If this paper is withdrawn, cite the journal's version",
  "Two figures were removed",
  "The data of this paper were withdrawn",
  "The dataset for this paper has been withdrawn on request of the hospital",
  "This paper was submitted to ICLR 2026 and later withdrawn",
  "Withdrawn at the rebuttal stage of NeurIPS",
  "An earlier version had an error; it has been withdrawn",
  "Typos removed by the authors",
  "Comment on arXiv:2610.00001; the paper was withdrawn",
])("the comment %j doesn't withdraw a paper", (comment) => {
  expect(isWithdrawn({ ...ORDINARY_PAPER, comment })).toBe(false);
});

test.each([
  "This paper has been withdrawn by the author due to a crucial sign error in equation 1.",
  "Withdrawn by the authors.",
  "The article is withdrawn since the experiments can't be reproduced.",
  "The authors have withdrawn this paper. A corrected version will follow.",
  `[This paper has been withdrawn by the authors.] ${"We study agents that plan. ".repeat(30)}`,
  `${"We study agents that plan. ".repeat(30)}This paper has been withdrawn due to an error.`,
])("the abstract %j withdraws a paper", (abstract) => {
  expect(isWithdrawn({ ...ORDINARY_PAPER, abstract })).toBe(true);
});

test.each([
  "When a paper has been withdrawn, citations often continue. We measure how language models cite retracted work.",
  "Withdrawn funds from ATMs are predicted by our agents with high accuracy.",
  "Retracted articles go on being cited. We ask why.",
  "We study how authors withdraw papers from conferences. Half of the papers are withdrawn due to reviews.",
  "Papers withdrawn by their authors are a source of labels.",
  "This paper studies why submissions are withdrawn.",
  "In this work, withdrawn drugs are found by a graph network.",
  "We withdraw the assumption of independence and obtain a better bound.",
  `The paper was withdrawn in 1998, but its claim lives on. ${"We trace it through the web. ".repeat(20)}`,
  `${"We follow one famous case. ".repeat(20)}The paper was withdrawn by the journal.`,
  "Authors withdraw because of bad reviews. This paper has a model of when they do.",
])("the abstract %j doesn't withdraw a paper", (abstract) => {
  expect(isWithdrawn({ ...ORDINARY_PAPER, abstract })).toBe(false);
});

test.each([
  ["WITHDRAWN: Agents that plan", true],
  ["[Withdrawn] Agents that plan", true],
  ["Agents that plan (withdrawn)", true],
  ["Withdrawn drugs: a dataset", false],
])("the title %j", (title, expected) => {
  expect(isWithdrawn({ ...ORDINARY_PAPER, title })).toBe(expected);
});

test("reads long texts quickly", () => {
  const comment = "this paper is now ".repeat(2000);
  const abstract = `${"this paper was therefore ".repeat(4000)}withdraw`;
  const start = performance.now();
  expect(isWithdrawn({ ...ORDINARY_PAPER, comment, abstract })).toBe(false);
  expect(performance.now() - start).toBeLessThan(1000);
});
