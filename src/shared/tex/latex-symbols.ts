import { addAccent, SPECIAL_LETTERS } from "./tex-text.ts";

// An accent command that is a letter needs braces or a space: \c{c}, \v s.
const ACCENT =
  /\\(?:(["'`^~=.])\s*|([uvHckrdbGh]|textcommabelow)(?![a-zA-Z])\s*)(?:\{\s*(?:\\([a-zA-Z]{1,2})(?![a-zA-Z])\s*(?:\{\})?|(\p{L}\p{M}*))\s*\}|\\([ij])(?![a-zA-Z])(?:\{\}|[^\S\n]+)?|(\p{L}\p{M}*))/gu;

/** Commands for ASCII characters and spaces, and those replaced before other commands. */
const ASCII_SYMBOLS = new Map([
  ["textquotesingle", "'"],
  ["textquotedbl", '"'],
  ["textasciigrave", "\u0060"],
  ["textasciiacute", "\u00B4"],
  ["textmacron", "\u00AF"],
  ["textminus", "\u2212"],
  ["textnonbreakinghyphen", "\u2011"],
  ["SS", "SS"],
  ["dotsc", "…"],
  ["dotsb", "…"],
  ["space", " "],
  ["newline", " "],
  ["linebreak", " "],
  ["quad", " "],
  ["qquad", " "],
  ["slash", "/"],
  ["textasteriskcentered", "*"],
]);
const SYMBOL = /\\([a-zA-Z]{2,25})(?![a-zA-Z])(?:\{\}|[^\S\n]+)?/gu;

/** Characters by the names of their commands, in texts and in formulas. */
export const LATEX_SYMBOLS: ReadonlyMap<string, string> = new Map(
  Array.from(
    `
  ss ß oe œ OE Œ ae æ AE Æ aa å AA Å o ø O Ø l ł L Ł i ı j ȷ th þ TH Þ dh ð DH Ð dj đ DJ Đ ng ŋ NG Ŋ ij ĳ
  IJ Ĳ alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ
  varkappa ϰ lambda λ mu μ nu ν xi ξ pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ
  varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ
  Omega Ω textalpha α textbeta β textdelta δ textepsilon ε texttheta θ textpi π textsigma σ texttau τ
  textmu µ textendash – textemdash — textellipsis … dots … ldots … textregistered ® texttrademark ™
  copyright © textcopyright © pounds £ textsterling £ euro € texteuro € texteur € EUR € textyen ¥
  textcent ¢ textdollar $ S § P ¶ textsection § textparagraph ¶ dag † ddag ‡ textdagger † textdaggerdbl ‡
  textbullet • textdegree ° textquoteleft ‘ textquoteright ’ textquotedblleft “ textquotedblright ”
  quotesinglbase ‚ quotedblbase „ guilsinglleft ‹ guilsinglright › guillemotleft « guillemotright »
  guillemetleft « guillemetright » flqq « frqq » flq ‹ frq › glqq „ grqq “ glq ‚ grq ‘ lq ‘ rq ’ yen ¥ degree °
  celsius ℃ ohm Ω textpertenthousand ‱ textservicemark ℠ textflorin ƒ textbaht ฿
  textless < textgreater > textasciitilde ~ textasciicircum ^ textbar | textbardbl ‖ textunderscore _
  textbraceleft { textbraceright } lbrace { rbrace } textexclamdown ¡ textquestiondown ¿ textonehalf ½
  textonequarter ¼ textthreequarters ¾ textonesuperior ¹ texttwosuperior ² textthreesuperior ³
  textordfeminine ª textordmasculine º textnumero № textperiodcentered · textvisiblespace ␣
  textinterrobang ‽ textperthousand ‰ textcelsius ℃ textohm Ω textmho ℧ textcurrency ¤ textbrokenbar ¦
  textschwa ə textpm ± texttimes × textdiv ÷ textrightarrow → textleftarrow ← checkmark ✓ cprime Ь times ×
  cdot ⋅ pm ± mp ∓ div ÷ ast ∗ star ⋆ circ ∘ bullet ∙ oplus ⊕ ominus ⊖ otimes ⊗ oslash ⊘ odot ⊙ dagger †
  ddagger ‡ amalg ⨿ cap ∩ cup ∪ uplus ⊎ sqcap ⊓ sqcup ⊔ vee ∨ wedge ∧ lor ∨ land ∧ setminus ⧵ wr ≀
  diamond ⋄ leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ ll ≪ gg ≫ prec ≺ succ ≻ preceq ⪯ succeq ⪰ sim ∼ simeq ≃
  approx ≈ cong ≅ equiv ≡ doteq ≐ propto ∝ models ⊧ perp ⟂ mid ∣ nmid ∤ parallel ∥ bowtie ⋈ asymp ≍ in ∈
  notin ∉ ni ∋ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ subsetneq ⊊ supsetneq ⊋ sqsubseteq ⊑ vdash ⊢
  dashv ⊣ leftarrow ← gets ← rightarrow → to → leftrightarrow ↔ Leftarrow ⇐ Rightarrow ⇒ Leftrightarrow ⇔
  longrightarrow ⟶ longleftarrow ⟵ Longrightarrow ⟹ mapsto ↦ longmapsto ⟼ hookrightarrow ↪ hookleftarrow ↩
  uparrow ↑ downarrow ↓ Uparrow ⇑ Downarrow ⇓ updownarrow ↕ nearrow ↗ searrow ↘ rightharpoonup ⇀
  rightleftharpoons ⇌ infty ∞ partial ∂ nabla ∇ forall ∀ exists ∃ nexists ∄ neg ¬ lnot ¬ ell ℓ hbar ħ
  imath ı jmath ȷ Re ℜ Im ℑ aleph ℵ wp ℘ angle ∠ top ⊤ bot ⊥ square ◻ Box □ diamondsuit ♢ heartsuit ♡
  clubsuit ♣ spadesuit ♠ flat ♭ sharp ♯ natural ♮ prime ′ surd √ sqrt √ sum ∑ prod ∏ coprod ∐ int ∫ iint ∬
  iiint ∭ oint ∮ bigcap ⋂ bigcup ⋃ bigoplus ⨁ bigotimes ⨂ bigvee ⋁ bigwedge ⋀ langle ⟨ rangle ⟩ lfloor ⌊
  rfloor ⌋ lceil ⌈ rceil ⌉ vert | Vert ‖ lvert | rvert | lVert ‖ rVert ‖ cdots ⋯ vdots ⋮ ddots ⋱
  therefore ∴ because ∵ lesssim ≲ gtrsim ≳ leqslant ⩽ geqslant ⩾ trianglelefteq ⊴ rightsquigarrow ⇝
  upharpoonright ↾ complement ∁ varnothing ∅ hslash ℏ eth ð beth ℶ gimel ℷ blacksquare ⬛ lozenge ◊
  bigstar ★ boxtimes ⊠ boxplus ⊞ ltimes ⋉ rtimes ⋊ multimap ⊸ approxeq ≊ subseteqq ⫅ leftrightarrows ⇆
  rightrightarrows ⇉ curvearrowright ↷ circlearrowleft ↺ iff ⟺ implies ⟹
`.matchAll(/(\S+) (\S+)/gu),
    ([, name = "", symbol = ""]) => [name, symbol] as const,
  ).concat([
    ["backslash", "\\"],
    ["textbackslash", "\\"],
  ]),
);

/** Matches commands that only style text or instruct the typesetter. */
const INVISIBLE_COMMANDS = new Set(
  "bf sf sl tt it em rm sc cal mit frak boldmath bfseries itshape scshape ttfamily rmfamily sffamily emph textit textbf textsc texttt textsl textrm textsf underline uline item small large Large tiny normalsize noindent newblock protect allowbreak nobreak sloppy relax big Big bigg Bigg left right middle limits nolimits displaystyle textstyle scriptstyle nonumber centering raggedright".split(
    " ",
  ),
);

/** True if a command has no text of its own, with or without braces after it. */
export const isInvisibleCommand = (name: string): boolean => INVISIBLE_COMMANDS.has(name);

const MATH_ACCENTS = new Map(
  Object.entries({
    hat: "\u0302",
    widehat: "\u0302",
    tilde: "\u0303",
    widetilde: "\u0303",
    bar: "\u0304",
    overline: "\u0305",
    underline: "\u0332",
    vec: "\u20D7",
    dot: "\u0307",
    ddot: "\u0308",
    acute: "\u0301",
    grave: "\u0300",
    check: "\u030C",
    breve: "\u0306",
    mathring: "\u030A",
  }),
);
const MATH_ACCENT =
  /\\([a-z]{3,9})(?![a-zA-Z])\s*(?:\{\s*(\\[a-zA-Z]+|[^\s{}\\]{1,20})\s*\}|(\\[a-zA-Z]+|[\p{L}\p{N}]))/gu;
const MATH_SYMBOLS = new Map(
  Object.entries({ emptyset: "∅", colon: ":", triangle: "△", bmod: "mod", mod: "mod", ldotp: "." }),
);
const OPERATORS = new Set(
  "log ln lg exp sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan min max sup inf lim liminf limsup arg argmin argmax det dim deg gcd lcm ker hom Pr bmod mod".split(
    " ",
  ),
);
const COMMAND = /\\([a-zA-Z]+)(\s*_(?:\{[^{}]{1,60}\}|[^\s\\{}]))?\s*/gu;
const TEXT_COMMAND = /\\(?:operatorname\*?|text|mbox|textrm|textit|textbf|mathop)\s*\{([^{}]{0,200})\}/gu;
const BLACKBOARD = /\\mathbb\s*(?:\{\s*([A-Z])\s*\}|([A-Z]))/gu;
/** Letters that Unicode encoded before the rest of their alphabet. */
const BLACKBOARD_LETTERS = new Map(
  Object.entries({ C: "ℂ", H: "ℍ", N: "ℕ", P: "ℙ", Q: "ℚ", R: "ℝ", Z: "ℤ" }),
);
const FRACTION = /\\[dtc]?frac\s*\{([^{}]{1,200})\}\s*\{([^{}]{1,200})\}/gu;
const BINOMIAL = /\\[dt]?binom\s*\{([^{}]{1,200})\}\s*\{([^{}]{1,200})\}/gu;
const MODULO = /\\pmod\s*\{([^{}]{1,200})\}/gu;
const MATH_SPACE = /\\(?:[,;:! ]|quad|qquad(?![a-zA-Z]))|~/gu;

/** Represents a space where LaTeX drops a plain one: in formulas and after commands. */
export const SPACE = "\uE002";

// Maximum nesting depth of fractions and accents. Real formulas are rarely nested deeper.
const MAX_NESTING = 4;

/**
 * Matches delimiters of formulas. As in Pandoc, a dollar before a space or a price isn't one, except after a single
 * sign.
 */
const FORMULA =
  /\$((?:\\[a-zA-Z]{1,20}\s?|[<>=+-]){1,3})\$(?=\d)|\\[$\\]|\$\$([^$]{1,1000})\$\$|\\\[((?:[^\\]|\\[^\]]){1,1000}?)\\\]|\\\(((?:[^\\]|\\[^)]){1,1000}?)\\\)|\$(?!\s)((?:\\[^]|[^$\\]){0,1000}?(?:\\\S|[^\s\\$]))\$(?!\d)|\$/gu;

/**
 * Resolves accents, fractions, operators and similar commands, so that formulas contain only symbols, scripts and
 * braces. Spaces inside formulas become private characters, which `restoreSpaces` converts to spaces.
 */
export const resolveLatex = (latex: string): string =>
  resolveAccents(latex).replaceAll(FORMULA, (found, ...groups: (string | undefined)[]) => {
    const formula = groups.slice(0, 5).find((group) => group !== undefined);
    if (formula !== undefined) return `$${resolveFormula(formula)}$`;
    return found === "$" ? String.raw`\$` : found;
  });

function resolveAccents(latex: string): string {
  // An accent on an empty group is the character itself.
  let text = latex
    .replaceAll(/\\~\s*\{\s*\}/gu, String.raw`\textasciitilde{}`)
    .replaceAll(/\\\^\s*\{\s*\}/gu, String.raw`\textasciicircum{}`);
  // Vietnamese letters have stacked accents.
  for (let pass = 0; pass < 2; pass += 1) {
    text = text.replaceAll(
      ACCENT,
      (found, ...[accent, name, command, inBraces, dotless, bare]: (string | undefined)[]) => {
        const letter = command === undefined ? (inBraces ?? dotless ?? bare) : SPECIAL_LETTERS.get(command);
        return letter === undefined ? found : addAccent(accent ?? name ?? "", letter);
      },
    );
  }
  return text.replaceAll(SYMBOL, (found, name: string) => {
    const symbol = ASCII_SYMBOLS.get(name);
    return symbol === undefined ? found : `{${symbol}}`;
  });
}

function resolveFormula(formula: string): string {
  let tex = formula.replaceAll(MATH_SPACE, SPACE);
  for (let pass = 0, before = ""; pass < MAX_NESTING && before !== tex; pass += 1) {
    before = tex;
    tex = tex
      .replaceAll(TEXT_COMMAND, (_, words: string) => `${SPACE}${words.replaceAll(/\s+/gu, SPACE)}${SPACE}`)
      .replaceAll(BLACKBOARD, (_, inBraces?: string, bare?: string) => blackboard(inBraces ?? bare ?? ""))
      .replaceAll(FRACTION, (_, above: string, below: string) => `{${operand(above)}/${operand(below)}}`)
      .replaceAll(BINOMIAL, (_, above: string, below: string) => `{binom(${above},${SPACE}${below})}`)
      .replaceAll(MODULO, (_, modulus: string) => `${SPACE}(mod${SPACE}${modulus})`)
      .replaceAll(MATH_ACCENT, (found, name: string, inBraces?: string, bare?: string) => {
        const accent = MATH_ACCENTS.get(name);
        const letters = inBraces ?? bare ?? "";
        if (accent === undefined) return found;
        if (letters.startsWith("\\")) return `{${letters}}${accent}`;
        return Array.from(letters, (letter) => `${letter}${accent}`.normalize("NFC")).join("");
      });
  }
  return tex.replaceAll(COMMAND, (found, name: string, below = "") => {
    const symbol = MATH_SYMBOLS.get(name) ?? name;
    if (OPERATORS.has(name)) return `${SPACE}${symbol}${below}${SPACE}`;
    return symbol === name ? found : `${symbol}${below}`;
  });
}

const blackboard = (letter: string): string =>
  BLACKBOARD_LETTERS.get(letter) ?? String.fromCodePoint(0x1_d538 + letter.charCodeAt(0) - "A".charCodeAt(0));

const operand = (tex: string): string => (/[-+\s]/u.test(tex.trim()) ? `(${tex})` : tex);

/** Converts the private characters in a text to spaces. */
export const restoreSpaces = (text: string): string =>
  text
    .replaceAll(/(?<=^|[\s([{])\uE002+|\uE002+(?=$|[\s)\]},.;:(^_/\u2070-\u209C²³¹])/gu, "")
    .replaceAll(/\uE002+/gu, " ");
