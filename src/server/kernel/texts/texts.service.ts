export { countItems, listNextIds, loadItemTexts, loadTitles } from "./texts.queries.ts";
