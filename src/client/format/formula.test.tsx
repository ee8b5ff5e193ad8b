import { render } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { renderFormula } from "./formula.tsx";

function renderTex(tex: string, isDisplay = false): HTMLElement {
  return render(<>{renderFormula(tex, isDisplay)}</>).container;
}

const SAFE_ATTRIBUTE =
  /^(?:class|display|displaystyle|scriptlevel|mathvariant|stretchy|fence|separator|form|accent|accentunder|lspace|rspace|width|height|depth|voffset|minsize|maxsize|largeop|movablelimits|linethickness|symmetric|columnalign|rowspan|columnspan|notation)$/u;

describe("a formula", () => {
  test("is drawn as MathML", () => {
    const math = renderTex(String.raw`O(n \log n)`).querySelector("math");
    expect(math?.namespaceURI).toBe("http://www.w3.org/1998/Math/MathML");
    expect(math?.textContent.replaceAll(/[^\w()]/gu, "")).toBe("O(nlogn)");
  });

  test("is displayed as a block on its own line", () => {
    expect(
      renderTex(String.raw`\frac{a}{b}`, true)
        .querySelector("math")
        ?.getAttribute("display"),
    ).toBe("block");
  });

  test.each([
    String.raw`\frac{a`,
    String.raw`\nosuchcommand`,
    "a^b^c",
    "{".repeat(3000),
    String.raw`\def\a{\a\a}\a`,
  ])("is ignored if invalid: %.30s", (tex) => {
    expect(renderFormula(tex, false)).toBeNull();
  });

  test.each([
    String.raw`\href{javascript:alert(1)}{x}`,
    String.raw`\url{javascript:alert(1)}`,
    String.raw`\includegraphics[height=1em]{https://evil.example/x.png}`,
    String.raw`\htmlData{a=b}{x}`,
    String.raw`\class{evil}{x}`,
    String.raw`\id{evil}{x}`,
    String.raw`\style{position:fixed}{x}`,
    String.raw`\htmlStyle{position:fixed}{x}`,
    String.raw`\text{<img src=x onerror=alert(1)>}`,
    String.raw`\text{</math><script>alert(1)</script>}`,
    "<img src=x onerror=alert(1)>",
    String.raw`\color{red}{x} \colorbox{blue}{y} \fcolorbox{red}{blue}{z}`,
    String.raw`\rule{99999em}{99999em}`,
    String.raw`x\hspace{99999em}\raisebox{99999em}{y}\kern-99999em z`,
    String.raw`\cancelto{0}{x} \phase{x} \longdiv{y}`,
  ])("contains only mathematics: %s", (tex) => {
    const elements = [...renderTex(tex).querySelectorAll("*")];
    for (const { namespaceURI } of elements) expect(namespaceURI).toBe("http://www.w3.org/1998/Math/MathML");
    const attributes = elements.flatMap((element) => [...element.attributes]);
    expect(attributes.filter(({ name }) => !SAFE_ATTRIBUTE.test(name))).toEqual([]);
    expect(attributes.filter(({ value }) => /\d{3,}|javascript|evil/u.test(value))).toEqual([]);
  });
});
