/** Words on web pages that indicate one of our options. */
const SIGNS: Readonly<Record<string, string>> = {
  text: "text writing write chat chatbot documents emails copywriting translation",
  image: "image images photo photos picture pictures drawing illustration logo",
  video: "video videos film films footage animation avatar avatars",
  audio: "audio voice voices speech music sound podcast podcasts transcription",
  multimodal: "multimodal",
  healthcare: "healthcare health medical clinical patients hospital doctors radiology",
  finance: "finance financial bank banking accounting investors trading insurance",
  education: "education students teachers school schools classroom university tutoring",
  marketing: "marketing marketers advertising seo ads campaigns sales",
  creative: "creative creators design designers artists art",
  "software-dev": "developer developers code coding programming software engineers api ide repository",
  media: "media news journalism publishing broadcasters newsroom",
};

/** Returns the option that most words of a text indicate, or null if none does. */
export function guessOption(text: string, options: readonly string[]): string | null {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const ranked = options
    .map((option) => {
      const signs = new Set((SIGNS[option] ?? option.replaceAll("-", " ")).split(" "));
      return { option, count: words.filter((word) => signs.has(word)).length };
    })
    .toSorted((a, b) => b.count - a.count);
  const [best] = ranked;
  return best && best.count > 0 ? best.option : null;
}
