export {
  countItems,
  listNextIds as nextIds,
  loadItemTexts,
  loadTitles as titlesOf,
} from "./texts.queries.ts";
