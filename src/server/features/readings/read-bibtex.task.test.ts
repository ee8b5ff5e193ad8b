import { describe, expect, test } from "vitest";

import { UnreadableRow } from "#shared/imports/row.ts";

import { readBibtex } from "./read-bibtex.task.ts";

const read = (text: string) => readBibtex(text, 100);

test("converts an entry to a reading, and its LaTeX to text", () => {
  const [row] = read(`@book{knuth,
    author = {Knuth, Donald E. and von Helmholtz, Hermann and {Open AI} and others},
    title = {The {\\TeX}book of \\emph{caf\\'es} \\& $x^2$, a < b},
    date = {1984-05}, isbn = {0-201-13447-0}, pages = {1--20},
    keywords = {typesetting, R\\&D; ai},
    note = {First.\\par Second.}, doi = {10.1000/a_b}, url = {https://example.com/a_b?c=%20d}
  }`);
  expect(row).toEqual({
    title: "The TeXbook of cafés & x², a < b",
    author: "Donald E. Knuth, Hermann von Helmholtz, Open AI, et al.",
    year: "1984-05",
    isbn: "0-201-13447-0",
    topic: "",
    page: "1–20",
    tags: ["typesetting", "R&D", "ai"],
    notes: "First.\n\nSecond.\nhttps://example.com/a_b?c=%20d\nhttps://doi.org/10.1000/a_b",
    imageUrl: "",
  });
});

test.each([
  ["editors", "editor={Coburn, Carol}, publisher={P}", "Carol Coburn"],
  ["organizations", "organization={{W3C} and friends}", "W3C and friends"],
  ["institutions", "institution={MIT}", "MIT"],
  ["publishers", "publisher={MIT Press}", "MIT Press"],
  ["nobody", "", ""],
])("handles entries without an author: %s", (_, fields, author) => {
  expect(read(`@book{a, title={x}, ${fields}}`)).toMatchObject([{ author }]);
});

test("reads HTML and JATS that Crossref and Mendeley write", () => {
  const [row] =
    read(`@article{a, title={On <i>in situ</i> CO<sub>2</sub> &amp; Vec<T>, {\\textless}i{\\textgreater}E. coli{\\textless}/i{\\textgreater}},
    abstract={<jats:title>Abstract</jats:title><jats:p>We <jats:italic>show</jats:italic> it &amp; more.</jats:p>}}`);
  expect(row).toMatchObject({
    title: "On in situ CO2 & Vec<T>, E. coli",
    notes: "Abstract\n\nWe show it & more.",
  });
});

test.each([
  ["We <jats:italic>show</jats:italic> it.", "We show it."],
  ["<jats:italic>In situ</jats:italic> &amp; more", "In situ & more"],
  ["Aim: <jats:p>One.</jats:p><jats:p>Two.</jats:p>", "Aim:\n\nOne.\n\nTwo."],
  ["<jats:list list-type='bullet'><jats:list-item>A</jats:list-item></jats:list>", "- A"],
  ["<jats:p>H<jats:sub>2</jats:sub>O, <jats:inline-formula>x</jats:inline-formula></jats:p>", "H2O, x"],
  ["Read about <jats: and Vec<T> &amp; more", "Read about <jats: and Vec<T> &amp; more"],
])("reads the abstract %s", (abstract, notes) => {
  expect(read(`@article{a, title={x}, abstract={${abstract}}}`)).toMatchObject([{ notes }]);
});

test.each([
  ["{\\cal O}(n) in $\\mathcal{L}$", "O(n) in L"],
  ["$\\sim$5\\%, $<$10, $\\geq$ 3, and $5 or $6", "∼5%, <10, ≥ 3, and $5 or $6"],
  ["Salt \\&amp; pepper &amp; more", "Salt & pepper & more"],
])("reads the title %s", (latex, title) => {
  expect(read(`@book{a, title={${latex}}}`)).toMatchObject([{ title }]);
});

test("preserves tildes and carets without a letter to accent", () => {
  expect(read("@book{a, title={{\\~{}}10 {\\%} 2{\\^{}}3}}")).toMatchObject([{ title: "~10 % 2^3" }]);
});

test("reads JabRef's comments of each person", () => {
  const text = "@book{a, title={x}, comment={All}, comment-ada={Mine}, comment-bo={His}}";
  expect(read(text)).toMatchObject([{ notes: "All\n\nMine\n\nHis" }]);
});

test("joins a subtitle to its title, and a part to its whole", () => {
  const rows = read(`@inbook{a, title={Part}, subtitle={One}, crossref={b}}
    @book{b, title={Whole}, author={A B}, date={2001-05-03}}
    @periodical{c, booktitle={Journal}, booksubtitle={of things}}`);
  expect(rows).toMatchObject([
    { title: "Part: One", author: "A B", year: "2001-05-03" },
    { title: "Whole" },
    { title: "Journal: of things" },
  ]);
});

test("puts an invalid year in the notes, and preserves the addresses of web pages and arXiv papers", () => {
  const rows = read(`@book{a, title={x}, year={Forthcoming}, note={n}}
    @misc{b, title={x}, year={in press}, howpublished={\\url{https://example.com/~a\\_b}}}
    @online{c, title={x}, date={2020-01-02}, url={https://example.com/c}}
    @misc{d, title={x}, eprint={1706.03762}, archivePrefix={arXiv}}
    @misc{e, title={x}, eprint={1706.03762v5}, url={http://arxiv.org/abs/1706.03762}}
    @misc{f, title={x}, eprint={hal-01234567}, eprinttype={hal}}`);
  expect(rows).toMatchObject([
    { year: "", notes: "Forthcoming\nn" },
    { year: "", notes: "in press\nhttps://example.com/~a_b" },
    { year: "2020-01-02", notes: "https://example.com/c" },
    { notes: "https://arxiv.org/abs/1706.03762" },
    { notes: "http://arxiv.org/abs/1706.03762" },
    { notes: "" },
  ]);
});

test.each([
  ["9780201134476 0201134489", "9780201134476"],
  ["0-201-13448-9, 978-0-201-13447-6", "978-0-201-13447-6"],
  ["978-0-201-13447-0 (hardback) and 0-201-13448-9", "0-201-13448-9"],
  ["0-201-13448-9", "0-201-13448-9"],
  ["none", "none"],
])("selects one of the ISBNs in %j: %s", (isbn, selected) => {
  expect(read(`@book{a, title={x}, isbn={${isbn}}}`)).toMatchObject([{ isbn: selected }]);
});

test("reads the first of a thousand authors", () => {
  const authors = Array.from({ length: 1000 }, (_, at) => `Last${at}, {\\'E}mile`).join(" and ");
  const [row] = read(`@article{a, title={x}, author={${authors}}}`);
  expect(row).toMatchObject({ author: expect.stringMatching(/^Émile Last0, .*, Émile Last59, et al\.$/u) });
});

test("reports the error of an unreadable entry", () => {
  const rows = read("@book{a, title={x\n@book{b,}\n@book{c, title={fine}}");
  expect(rows.map((row) => (row instanceof UnreadableRow ? row.error : "read"))).toEqual([
    "The entry a is never closed",
    "This entry is empty",
    "read",
  ]);
});

test.each([
  ["title", "~"],
  ["author", "~"],
  ["author", "{}"],
  ["title", "\\a "],
  ["note", "$x^2$ "],
  ["note", "\\emph{"],
  ["title", "\\'"],
  ["url", "\\"],
  ["keywords", "{\\'a},"],
])("strips excessive LaTeX in a %s (%j) quickly", (field, piece) => {
  const entry = (text: string) => `@book{a, ${field}={${text}}, year={2001}}`;
  const [row] = read(entry(piece.repeat(29_000 / piece.length)));
  expect(row instanceof UnreadableRow || row).toMatchObject(
    row instanceof UnreadableRow ? {} : { year: "2001" },
  );
});

test("parses a long text", () => {
  const piece = "A {\\em quite long} note, by Ren\\'e and {\\L}ukasz: $x^2$ -- or ``so''.\n\n";
  const [row] = read(`@book{a, title={x}, note={${piece.repeat(100)}}}`);
  const text = "A quite long note, by René and Łukasz: x² – or “so”.";
  expect(row).toMatchObject({ notes: Array.from({ length: 100 }, () => text).join("\n\n") });
});

test.each([
  ["Smith, John", "John Smith"],
  ["Knuth, Jr., Donald  E. and others", "Donald E. Knuth Jr., et al."],
  ["Jean-Paul Sartre and O'Neil, Tom", "Jean-Paul Sartre, Tom O'Neil"],
  ["Smith, J., Doe, K.", "J. Smith, K. Doe"],
  ['{The Team, Inc.} and M{\\"u}ller, H.', "The Team, Inc., H. Müller"],
])("splits the names %j into %j", (author, names) => {
  expect(read(`@book{a, title={x}, author={${author}}}`)).toMatchObject([{ author: names }]);
});

describe("keys", () => {
  test("no entry inherits from an entry with an empty key", () => {
    const rows = read(`@article{ek, author={Anna Ek}, title={One}}
      @book{, author={Cy Oz}, title={Source}, year={2010}, isbn={9780306406157}, note={A note}}
      @inbook{ , title={Part}, crossref={}}
      @misc{nobody, title={Three}, xdata = ""}`);
    expect(rows).toMatchObject([
      { title: "One", year: "", isbn: "", notes: "" },
      { title: "Source", year: "2010", author: "Cy Oz" },
      { title: "Part", author: "", isbn: "" },
      { title: "Three", author: "", notes: "" },
    ]);
  });

  test.each([
    ["@article{\n  title = {Keyless},\n  author = {Lee, Ben},\n  date = {2021}\n}", "Ben Lee", "2021"],
    ['@Article{author = "Ben Lee",\ntitle = {{Keyless}}, year = 2021\n}', "Ben Lee", "2021"],
    ["@misc{title={Keyless},author={Lee, Ben}, year=2021}", "Ben Lee", "2021"],
    ["@misc{year = 2021, title={Keyless},author={Lee, Ben}}", "Ben Lee", "2021"],
    ['@misc(title = "Keyless", author = "Lee, Ben", year = 2021)', "Ben Lee", "2021"],
    ["@misc{nocomma\n  title = {Keyless}, author = {Lee, Ben}, year = 2021}", "Ben Lee", "2021"],
  ])("an entry without a key is valid: %j", (text, author, year) => {
    expect(read(text)).toMatchObject([{ title: "Keyless", author, year }]);
  });

  test.each([
    "Smith et al. 2010",
    "10.1145/3173574.3173574",
    "DBLP:journals/corr/abs-1706-03762",
    "Smith(2010)",
    "O'Neil_2016",
    "Ünlü2019",
  ])("the key %s is valid", (key) => {
    const rows = read(`@book{${key}, title={Whole}, year={2001}}
      @incollection{part, title={Part}, crossref={${key}}}`);
    expect(rows).toMatchObject([{ title: "Whole" }, { title: "Part", year: "2001" }]);
  });

  test("uses every entry with a duplicate key, and inherits from the first", () => {
    const rows = read(`@book{a, title={First}, year={2001}}
      @book{A, title={Second}, year={2002}}
      @inbook{b, title={Part}, crossref={a}}`);
    expect(rows).toMatchObject([
      { title: "First", year: "2001" },
      { title: "Second", year: "2002" },
      { title: "Part", year: "2001" },
    ]);
  });
});

test("allows parentheses in entries in parentheses", () => {
  const rows = read(`@book(a, title = "Trees (second edition)", year = 1999)
    @string(pub = "MIT (Press)")
    @book(b, title = {On "x) y"}, publisher = pub # " Inc.")`);
  expect(rows).toMatchObject([
    { title: "Trees (second edition)", year: "1999" },
    { title: 'On "x) y"', author: "MIT (Press) Inc." },
  ]);
});

test("skips commented entries, and ends an unclosed comment", () => {
  const rows = read(`This file was written by hand.
@comment{jabref-meta: databaseType:bibtex;}
@Comment{
  @book{old, title={Old}}
}
@book{a, title={Kept}}
@comment{ not closed
@book{b, title={Also kept}}`);
  expect(rows).toMatchObject([{ title: "Kept" }, { title: "Also kept" }]);
});

describe("LaTeX", () => {
  test.each([
    String.raw`Mart{\'{\i}}n, Eva`,
    String.raw`Mart{\'\i}n, Eva`,
    String.raw`Mart\'{\i}n, Eva`,
    String.raw`Mart\'\i n, Eva`,
    String.raw`Mart\'in, Eva`,
    String.raw`{Mart\'{i}n}, Eva`,
  ])("converts a dotless i under an accent to an i: %s", (author) => {
    expect(read(`@misc{a, title={x}, author={${author}}}`)).toMatchObject([{ author: "Eva Martín" }]);
  });

  test.each([
    [String.raw`Author{\textquotesingle}s {\'{\i}}ndice, Na{\"{\i}}ve`, "Author's índice, Naïve"],
    [String.raw`The \textquotesingle best\textquotesingle{} one`, "The 'best' one"],
    [
      String.raw`\v{S}koda {\c{c}}a {\k a}a \H{o}{\H u} \r{A} {\aa} \u{g} \d{s} \.{I}z`,
      "Škoda ça ąa őű Å å ğ ṣ İz",
    ],
    [String.raw`Ph{\'{\^e}} \^{\j}`, "Phế ĵ"],
    [String.raw`{\ss}{\o}{\L}{\ae}{\OE} {\th}{\DH}{\dj}`, "ßøŁæŒ þÐđ"],
    [String.raw`a \textendash{} b\textellipsis{} \textregistered{} \texteuro 5 \S 3`, "a – b… ® €5 §3"],
    [String.raw`R\&D costs \$5, 100\% \#1 a\_b`, "R&D costs $5, 100% #1 a_b"],
    ["Costs $5 and $10 a month", "Costs $5 and $10 a month"],
    ["Only $5", "Only $5"],
    [String.raw`Sorting in $O(n \log n)$ time`, "Sorting in O(n log n) time"],
    [String.raw`An improved $\widehat{R}$ and $\hat{x}$, $\tilde{z}$`, "An improved R̂ and x̂, z̃"],
    [String.raw`$\bar{x}$, $\vec v$, $\hat\theta$, $\ddot{\alpha}$`, "x̄, v⃗, θ̂, α̈"],
    [String.raw`\(\ell_1\) and \[x^2\] and $$y_{2}$$`, "ℓ₁ and x² and y₂"],
    [
      String.raw`$\epsilon$-greedy in $\mathbb{R}^n$, $\frac{a+b}{2} \leq \infty$`,
      "ϵ-greedy in ℝⁿ, (a+b)/2≤∞",
    ],
    [String.raw`$\max_i x_{ij}$ and $\operatorname{arg\,max} f$`, "max_i x_{ij} and arg max f"],
    [String.raw`CO$_2$ and H\textsubscript{2}O, the 2$^{nd}$`, "CO₂ and H₂O, the 2ⁿᵈ"],
    [String.raw`\emph{Emphasis}, \textit{x}, {\it y}, \mbox{z}, \foo{kept}`, "Emphasis, x, y, z, kept"],
    [String.raw`\foreignlanguage{german}{Stra\ss e}, \colorbox{red}{x}`, "Straße, x"],
    [String.raw`\LaTeXe{}, \XeTeX{} and \other{}`, String.raw`LaTeX2ε, XeTeX and \other`],
    ["\\flqq{}a\\frqq{} \\glqq{}b\\grqq{} ?`c", "«a» „b“ ¿c"],
    [String.raw`Ion\textcommabelow{t}, Ph\h{a}, col\textperiodcentered{}lecci\'o`, "Ionț, Phả, col·lecció"],
    [String.raw`An \unknownsymbol here`, String.raw`An \unknownsymbol here`],
  ])("%s", (title, expected) => {
    const [row] = read(`@misc{a, title={${title}}}`);
    expect(row).toMatchObject({ title: expected.normalize("NFC") });
  });

  test.each([
    [String.raw`O{\textquotesingle}Neil, Pat`, "Pat O'Neil"],
    [String.raw`{\'E}cole, {\v Z}ivko`, "Živko École"],
    [String.raw`{\relax Ch}arles Dickens`, "Charles Dickens"],
    ["van der Ray, Bo", "Bo van der Ray"],
  ])("parses the name %s", (author, expected) => {
    expect(read(`@misc{a, title={x}, author={${author}}}`)).toMatchObject([{ author: expected }]);
  });
});
