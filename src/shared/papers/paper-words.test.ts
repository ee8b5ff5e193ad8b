import { describe, expect, test } from "vitest";

import { readArxivId } from "./paper-words.ts";

describe("an arXiv id", () => {
  test.each([
    ["2401.01234", "2401.01234"],
    [" 2401.01234v3 ", "2401.01234"],
    ["0704.0001", "0704.0001"],
    ["arXiv:2401.01234v1", "2401.01234"],
    ["hep-th/9901001", "hep-th/9901001"],
    ["hep-th/9901001v2", "hep-th/9901001"],
    ["math.GT/0309136", "math/0309136"],
    ["https://arxiv.org/abs/2401.01234", "2401.01234"],
    ["http://www.arxiv.org/abs/2401.01234v2?context=cs#top", "2401.01234"],
    ["arxiv.org/pdf/2401.01234", "2401.01234"],
    ["https://arxiv.org/pdf/2401.01234v2.pdf", "2401.01234"],
    ["https://arxiv.org/html/2401.01234v1/", "2401.01234"],
    ["https://export.arxiv.org/abs/hep-th/9901001v1", "hep-th/9901001"],
    ["https://doi.org/10.48550/arXiv.2401.01234", "2401.01234"],
    ["10.48550/ARXIV.2401.01234", "2401.01234"],
    ["https://arxiv.org/search/?query=2401.01234&searchtype=all", "2401.01234"],
    ["https://arxiv.org/format/2401.01234v2", "2401.01234"],
    ["https://huggingface.co/papers/2401.01234", "2401.01234"],
    ["https://www.alphaxiv.org/abs/2401.01234v2", "2401.01234"],
    ["https://ar5iv.labs.arxiv.org/html/2401.01234", "2401.01234"],
  ])("is read from %s", (text, id) => {
    expect(readArxivId(text)).toBe(id);
  });

  test.each([
    "",
    "agents",
    "2401.123",
    "2401.012345",
    "hep-th/99",
    "https://arxiv.org/list/cs.AI/recent",
    "https://arxiv.org.evil.example/abs/2401.01234",
    "https://evil.example/https://arxiv.org/abs/2401.01234",
    "2401.01234 2401.01235",
    "2401.01234&id_list=2401.1",
  ])("is not in %j", (text) => {
    expect(readArxivId(text)).toBeNull();
  });
});
