const TONES = ["text", "image", "audio", "video", "multimodal", "accent"] as const;
/** The colours of the theme that a monogram may wear. */
export type MonogramTone = (typeof TONES)[number];

const QUESTION_MARK = 0x3f;

/** What stands for a tool without a picture; the same name looks the same everywhere and always. */
export function monogramOf(name: string): { letter: string; tone: MonogramTone } {
  let hash = 2_166_136_261;
  for (const letter of name.toLowerCase()) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return {
    // The first letter, also where it takes two code units.
    letter: String.fromCodePoint(name.trim().codePointAt(0) ?? QUESTION_MARK).toUpperCase(),
    tone: TONES[(hash >>> 16) % TONES.length] ?? "accent",
  };
}
