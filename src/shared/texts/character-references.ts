/** Names of the characters from U+00A0 to U+00FF in HTML, in order. */
const LATIN_1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";
const NAMED_CHARACTERS: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.split(" ").map((name, at) => [name, String.fromCodePoint(0xa0 + at)] as const),
  ...Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }),
  ...Object.entries({ ndash: "–", mdash: "—", lsquo: "‘", rsquo: "’", sbquo: "‚", ldquo: "“", rdquo: "”" }),
  ...Object.entries({ bdquo: "„", lsaquo: "‹", rsaquo: "›", bull: "•", hellip: "…", euro: "€", trade: "™" }),
  ...Object.entries({ OElig: "Œ", oelig: "œ", Scaron: "Š", scaron: "š", Yuml: "Ÿ", dagger: "†" }),
]);
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}\d{0,2}));/giu;

/**
 * Replaces the character references of HTML with their characters: numbers, and the names of Latin letters and of
 * punctuation. Others, such as custom entities, remain.
 */
export const decodeReferences = (text: string): string =>
  text.replaceAll(REFERENCE, (reference, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined)
      return NAMED_CHARACTERS.get(name) ?? NAMED_CHARACTERS.get(name.toLowerCase()) ?? reference;
    const code = decimal === undefined ? Number.parseInt(hex ?? "0", 16) : Number(decimal);
    if (code === 0 || code > 0x10ffff) return reference;
    // HTML reads these as bytes of Windows-1252: https://html.spec.whatwg.org/#numeric-character-reference-end-state
    const isByte = code >= 0x80 && code < 0xa0;
    return isByte ? new TextDecoder("windows-1252").decode(Uint8Array.of(code)) : String.fromCodePoint(code);
  });
