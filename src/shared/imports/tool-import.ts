import { z } from "zod";

import { namesOf } from "#shared/fields/field.ts";
import { TOOL_FIELDS } from "#shared/fields/tool-fields.ts";
import { TEXT_LIMITS } from "#shared/kernel/text-rules.ts";
import { toolFieldsSchema } from "#shared/tools/tools.ts";

import { isMostlyAddress } from "./addresses.ts";
import { type ColumnValues, MIN_TRUSTED_SHARE, matchingShare } from "./column-values.ts";
import {
  IMPORT_FORMATS,
  createImportRequest,
  MAX_IMPORT_ROWS,
  headerWords,
  type MappingOf,
} from "./request.ts";
import { createImportKind } from "./row.ts";
import { findModality, withoutFalseModality } from "./tool-cells.ts";
import { IGNORED_TOOL_COLUMNS, prepareRadarRows, TOOL_MEMORY_COLUMNS } from "./tool-memory.ts";

/**
 * Rows with the same name are merged if their companies are equal and their URLs don't conflict. Others remain
 * separate, except for the names in `mergeNames`.
 */
export const importRequestSchema = createImportRequest(namesOf(TOOL_FIELDS), IMPORT_FORMATS).safeExtend({
  mergeNames: z
    .union([z.literal("all"), z.array(z.string().max(TEXT_LIMITS.name)).max(MAX_IMPORT_ROWS)])
    .default([]),
});
export type ImportRequest = z.infer<typeof importRequestSchema>;

const importedToolSchema = toolFieldsSchema.partial().extend({ name: toolFieldsSchema.shape.name });
/** Fields of a tool in a row. Empty ones are absent. */
export type ImportedTool = z.infer<typeof importedToolSchema>;

/** Import of tools from files. */
export const TOOL_IMPORT = createImportKind(TOOL_FIELDS, {
  noun: "tool",
  nameField: "name",
  lists: "tools aitools apps applications products services software platforms solutions projects companies",
  required: { name: "the tool names" },
  extraColumns: [...TOOL_MEMORY_COLUMNS, ...IGNORED_TOOL_COLUMNS],
  prepare: prepareRadarRows,
  refineGuess: refineToolColumns,
  schema: importedToolSchema,
});

type ToolField = "name" | "url" | "logoUrl" | "releaseNotes" | "modality" | "industry" | "tags";

/** Minimum share of matching values, to classify a column. */
const MIN_SHARE = 0.6;
/** Maximum number of distinct industries. A column with more values contains tags. */
const MAX_INDUSTRIES = 30;

const IMAGE_ADDRESS = /\.(?:png|jpe?g|gif|svg|webp|avif|ico)\b|^\/\S+$/iu;
const SEVERAL_VALUES = /[,;|\n]/u;

const ADDRESS_WORDS: ReadonlySet<string> = new Set(
  "website site web url link homepage home page domain external official visit href address www webseite lien enlace".split(
    " ",
  ),
);
const IMAGE_WORDS: ReadonlySet<string> = new Set(
  "logo logos icon favicon image images img picture thumbnail thumb avatar screenshot photo bild".split(" "),
);
/** Words in headers of addresses that aren't the tool's own site. */
const OTHER_ADDRESS_WORDS: ReadonlySet<string> = new Set(
  "twitter x linkedin github gitlab discord facebook instagram youtube tiktok reddit slack crunchbase review reviews affiliate referral pricing docs documentation repo repository source privacy terms demo video api changelog release releases feed rss blog news paper arxiv social profile slug contact email listing category".split(
    " ",
  ),
);

const isAddressColumn = (column: ColumnValues) => matchingShare(column, isMostlyAddress) >= MIN_SHARE;
const isImageColumn = (column: ColumnValues) =>
  headerWords(column.column).some((word) => IMAGE_WORDS.has(word)) ||
  matchingShare(column, (value) => IMAGE_ADDRESS.test(value)) >= MIN_SHARE;

/** Scores how likely a column of addresses contains the tools' own sites. */
function scoreSite({ column, values, distinctCount }: ColumnValues): number {
  const words = headerWords(column);
  const distinctShare = values.length === 0 ? 0 : distinctCount / values.length;
  return (
    distinctShare +
    (words.some((word) => ADDRESS_WORDS.has(word)) ? 1 : 0) -
    (words.some((word) => OTHER_ADDRESS_WORDS.has(word)) ? 2 : 0)
  );
}

/** Corrects the mapping by headers, based on the columns' values. */
export function refineToolColumns<Guess extends MappingOf<ToolField>>(
  byHeader: Guess,
  columns: readonly ColumnValues[],
): Guess {
  const guess = { ...withoutFalseModality(byHeader, columns) };
  const columnsByName = new Map(columns.map((column) => [column.column, column]));
  const isContradicted = (field: ToolField, isTrue: (value: string) => boolean) => {
    const column = columnsByName.get(guess[field] ?? "");
    return (
      column !== undefined && column.values.length > 0 && matchingShare(column, isTrue) < MIN_TRUSTED_SHARE
    );
  };
  for (const field of ["url", "releaseNotes"] as const)
    if (isContradicted(field, isMostlyAddress)) guess[field] = undefined;
  if (isContradicted("logoUrl", (value) => isMostlyAddress(value) || IMAGE_ADDRESS.test(value)))
    guess.logoUrl = undefined;
  const isUnmapped = ({ column }: ColumnValues) => !Object.values(guess).includes(column);

  const addresses = columns.filter((column) => isUnmapped(column) && isAddressColumn(column));
  guess.logoUrl ??= addresses.find(isImageColumn)?.column;
  const [site] = addresses
    .filter((column) => isUnmapped(column) && !isImageColumn(column) && scoreSite(column) >= 0)
    .toSorted((a, b) => scoreSite(b) - scoreSite(a));
  guess.url ??= site?.column;

  const isModality = (value: string) => findModality(value) !== undefined;
  guess.modality ??= columns.find(
    (column) =>
      (isUnmapped(column) || column.column === guess.industry) &&
      column.values.length > 0 &&
      matchingShare(column, isModality) >= MIN_SHARE,
  )?.column;
  if (guess.industry === guess.modality) guess.industry = undefined;

  const industryColumn = columnsByName.get(guess.industry ?? "");
  const isIndustry =
    industryColumn === undefined ||
    headerWords(industryColumn.column).some((word) => /^industr|^sector|^branche|^secteur/u.test(word)) ||
    (industryColumn.distinctCount <= MAX_INDUSTRIES &&
      matchingShare(industryColumn, (value) => SEVERAL_VALUES.test(value)) < MIN_SHARE);
  if (!isIndustry && guess.tags === undefined) {
    guess.tags = guess.industry;
    guess.industry = undefined;
  }
  return guess;
}
