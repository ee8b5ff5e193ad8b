import { gzipSync } from "node:zlib";

import { expect, test } from "vitest";

import { svgImage } from "#tests/support/images.ts";

import { findSvgIssue } from "./svg-check.ts";

const PIXEL = "data:image/png;base64,iVBORw0KGgo=";
const bytes = (text: string) => Buffer.from(text);

test.each([
  ["shapes", svgImage()],
  [
    "a declaration, a comment and a byte order mark",
    bytes(`\uFEFF<?xml version="1.0" encoding="UTF-8"?><!-- hi -->${svgImage().toString()}`),
  ],
  ["the name of a file", svgImage('<g id="image(1).svg"/>')],
  ["styles", svgImage("<style>.a { fill: url(#g); content: '(' } @media print { .a { fill: red } }</style>")],
  [
    "gradients and repeated parts",
    svgImage('<g id="p" fill="url(#g)"/><use href="#p"/><use xlink:href="#p"/>'),
  ],
  ["an embedded picture", svgImage(`<image href="${PIXEL}"/><path style="mask: url('${PIXEL}')"/>`)],
  ["an animation", svgImage('<circle r="1"><animate attributeName="r" to="3"/></circle>')],
  ["an editor's own elements", svgImage('<m:view xmlns:m="http://example.org/editor" m:zoom="2"/>')],
  ["a link within itself", svgImage('<g id="top"><a href="#top"><text>Up</text></a></g>')],
])("accepts a drawing with %s", async (_what, image) => {
  expect(findSvgIssue(image)).toBeNull();
});

const EXTERNAL =
  /^This SVG refers to external content \(.*\)\. Embed everything in the file and try again\.$/u;
const SCRIPT = "This SVG contains a script. Save it without scripts and try again.";
const FOREIGN = /contains HTML or other foreign content/u;
const NOT_TEXT = "This SVG isn't plain UTF-8 text. Save it uncompressed, as UTF-8, and try again.";
const NOT_XML = "This SVG isn't well-formed XML. Save it again and try again.";

test.each([
  ["script", svgImage("<script>alert(1)</script>"), SCRIPT],
  ["script in capitals", svgImage("<SCRIPT/>"), SCRIPT],
  ["script with a prefix", svgImage('<s:script xmlns:s="http://www.w3.org/2000/svg"/>'), SCRIPT],
  ["handler element", svgImage("<handler/>"), SCRIPT],
  ["event handler", svgImage('<g onload="alert(1)"/>'), /^This SVG has an event handler \(onload\)/u],
  ["event handler in capitals", svgImage('<g OnClick="alert(1)"/>'), /event handler/u],
  [
    "event handler of the root",
    bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    /event handler/u,
  ],
  ["foreignObject", svgImage("<foreignObject/>"), FOREIGN],
  ["HTML", svgImage('<h:iframe xmlns:h="http://www.w3.org/1999/xhtml"/>'), FOREIGN],
  ["link with a script", svgImage('<a href="javascript:alert(1)"/>'), EXTERNAL],
  ["link with an encoded script", svgImage('<a xlink:href="java&#9;script:alert(1)"/>'), EXTERNAL],
  ["picture of another site", svgImage('<image href="https://example.org/a.png"/>'), EXTERNAL],
  ["picture of this site", svgImage('<image xlink:href="/public-objects/logos/a.png"/>'), EXTERNAL],
  ["SVG within a data address", svgImage('<use href="data:image/svg+xml,%3Csvg/%3E#a"/>'), EXTERNAL],
  ["another base", svgImage('<g xml:base="https://example.org/"/>'), EXTERNAL],
  [
    "another prefix for xlink",
    svgImage('<g xmlns:x="http://www.w3.org/1999/xlink"><use x:href="//example.org/#a"/></g>'),
    EXTERNAL,
  ],
  ["fill of another site", svgImage("<g fill=\"  URL( 'https://example.org/a.svg#b' )\"/>"), EXTERNAL],
  ["style attribute", svgImage('<g style="fill:url(https://example.org/a)"/>'), EXTERNAL],
  ["style sheet", svgImage("<style>a{fill:red} b{mask:url(//example.org/a)}</style>"), EXTERNAL],
  ["style sheet as CDATA", svgImage("<style><![CDATA[b{mask:url(//example.org/a)}]]></style>"), EXTERNAL],
  ["style with escapes", svgImage(String.raw`<style>b{mask:\75 rl(//example.org/a)}</style>`), EXTERNAL],
  ["src function", svgImage('<style>b{mask:src("//example.org/a")}</style>'), EXTERNAL],
  [
    "src function with escapes",
    svgImage(String.raw`<style>b{mask:\73 rc("//example.org/a")}</style>`),
    EXTERNAL,
  ],
  ["src function with a comment", svgImage('<style>b{mask:src(/**/"//example.org/a")}</style>'), EXTERNAL],
  [
    "src function of a variable",
    svgImage('<style>b{--a:"//example.org/a";mask:src(var(--a))}</style>'),
    EXTERNAL,
  ],
  ["image function", svgImage("<g style=\"mask:image(ltr '//example.org/a', red)\"/>"), EXTERNAL],
  [
    "image set of a vendor",
    svgImage('<style>b{mask:-webkit-image-set("//example.org/a" 1x)}</style>'),
    EXTERNAL,
  ],
  [
    "image set with escapes",
    svgImage(String.raw`<style>b{mask:image\2dset("//example.org/a" 1x)}</style>`),
    EXTERNAL,
  ],
  [
    "image set",
    svgImage(`<style>b{mask:image-set(linear-gradient(red, red) 1x, "https://example.org/a" 2x)}</style>`),
    EXTERNAL,
  ],
  [
    "@import",
    svgImage('<style>@import "https://example.org/a.css";</style>'),
    /^This SVG imports a style sheet/u,
  ],
  ["@import with escapes", svgImage(String.raw`<style>@\69mport "a.css";</style>`), /imports a style sheet/u],
  ["@import in pieces", svgImage('<style>@im<g/>port "a.css";</style>'), /imports a style sheet/u],
  [
    "animated reference",
    svgImage('<a><set attributeName="href" to="javascript:alert(1)"/></a>'),
    /animates a reference/u,
  ],
  [
    "animated xlink",
    svgImage('<a><animate attributeName=" xlink:href " values="x"/></a>'),
    /animates a reference/u,
  ],
  [
    "document type",
    bytes(`<!DOCTYPE svg>${svgImage().toString()}`),
    /^This SVG has a document type \(DOCTYPE\)/u,
  ],
  [
    "entities",
    bytes(`<!DOCTYPE svg [<!ENTITY a "b">]>${svgImage("<text>&a;</text>").toString()}`),
    /DOCTYPE/u,
  ],
  ["unknown entity", svgImage("<text>&a;</text>"), NOT_XML],
  [
    "style sheet instruction",
    bytes(`<?xml-stylesheet href="a.css"?>${svgImage().toString()}`),
    /links to a style sheet/u,
  ],
  ["UTF-16", Buffer.from(`\uFEFF${svgImage().toString()}`, "utf16le"), NOT_TEXT],
  ["UTF-16 without a mark", Buffer.from(svgImage().toString(), "utf16le"), NOT_TEXT],
  ["Latin-1", Buffer.from(svgImage("<text>é</text>").toString(), "latin1"), NOT_TEXT],
  [
    "declared as another encoding",
    bytes(`<?xml version="1.0" encoding="iso-2022-jp"?>${svgImage().toString()}`),
    NOT_TEXT,
  ],
  ["gzip", gzipSync(svgImage()), NOT_TEXT],
  ["nothing", bytes(""), NOT_XML],
  ["an unclosed element", svgImage("<g>"), NOT_XML],
  ["an unknown prefix", svgImage("<x:g/>"), NOT_XML],
  ["no namespace", bytes("<svg/>"), /doesn't start with an svg element/u],
  [
    "HTML as the root",
    bytes('<html xmlns="http://www.w3.org/1999/xhtml"/>'),
    /doesn't start with an svg element/u,
  ],
  ["too many elements", svgImage("<g/>".repeat(50_000)), /more than 50000 elements/u],
  [
    "too many attributes",
    svgImage(`<g ${Array.from({ length: 1001 }, (_, n) => `a${n}=""`).join(" ")}/>`),
    /more than 1000 attributes/u,
  ],
  ["too many escapes", svgImage(`<style>${"\\\\41 ".repeat(50_000)}</style>`), /very long styles/u],
  ["too deep", svgImage("<g>".repeat(200)), /deeper than 200 levels/u],
])("refuses a drawing with %s", async (_what, image, sentence) => {
  expect(findSvgIssue(image)).toMatch(sentence);
});

test("refuses nested parts that expand to billions of elements", async () => {
  const levels = Array.from(
    { length: 12 },
    (_, level) => `<g id="a${level}">${`<use href="#a${level + 1}"/>`.repeat(10)}</g>`,
  );
  expect(findSvgIssue(svgImage(levels.join("")))).toBe(
    "This SVG repeats its parts too many times. Simplify it and try again.",
  );
});

test("refuses parts that repeat each other in a cycle or a long chain", async () => {
  expect(findSvgIssue(svgImage('<g id="a"><use href="#b"/></g><g id="b"><use href="#%61"/></g>'))).toMatch(
    /too many times/u,
  );
  const chain = Array.from(
    { length: 20_000 },
    (_, link) => `<g id="a${link}"><use href="#a${link + 1}"/></g>`,
  );
  expect(findSvgIssue(svgImage(chain.join("")))).toMatch(/too many times/u);
});

test("reads a megabyte of unclosed image functions to its end", () => {
  expect(findSvgIssue(svgImage(`<style>${"image(".repeat(170_000)}</style>`))).toBeNull();
});
