import type { RankedQuery } from "#db/ranked-search.ts";
import { isCommonWord, type SearchQuery, type SearchRequest } from "#shared/search.ts";

/**
 * What the index is asked for. Common words are left out, since they stand everywhere; where there are no others,
 * nothing but the filters is left and the newest are found.
 */
export const toRankedQuery = (
  { words, endsInWord, isCommon, phrases, excluded, kinds, tags, after, before }: SearchQuery,
  mode: SearchRequest["mode"],
  by: RankedQuery["by"],
): RankedQuery => {
  const isTyping = mode === "typing" && endsInWord;
  const last = words.length - 1;
  return {
    words: isCommon ? [] : words.filter((word, index) => !isCommonWord(word) || (isTyping && index === last)),
    isTyping,
    phrases,
    excluded,
    kinds,
    tags,
    by,
    after,
    before,
  };
};
