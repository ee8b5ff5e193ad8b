import type { z } from "zod";

import {
  exactly,
  addressCell,
  exactTagsCell,
  imageAddressCell,
  lineReader,
  lowercaseTagsCell,
  optionReader,
  optionValue,
  proseReader,
} from "./import-cells.ts";
import { releaseNotesCell } from "./import-release-notes.ts";
import { type CommonHeaders, IMPORT_FORMATS, importRequestOf } from "./import-request.ts";
import type { CellReaders, ImportKind } from "./import-row.ts";
import { TOOL_OPTION_DEFAULTS } from "./options.ts";
import { TEXT_LIMITS } from "./text.ts";
import { toolFieldsSchema } from "./tools.ts";

const FIELDS = [
  "name",
  "company",
  "url",
  "use",
  "capabilities",
  "modality",
  "industry",
  "tags",
  "logoUrl",
  "notes",
  "releaseNotes",
  "version",
] as const;
export type ImportField = (typeof FIELDS)[number];

export const importRequestSchema = importRequestOf(FIELDS, IMPORT_FORMATS);
export type ImportRequest = z.infer<typeof importRequestSchema>;

const COMMON_HEADERS: CommonHeaders<ImportField> = [
  [
    "name",
    "name toolname toolnames toolsname toolsnames tool tools aitool title product productname app appname",
  ],
  ["company", "company companyname vendor maker provider developer publisher organization organisation"],
  ["url", "url website websiteurl homepage homepageurl link urls toolurl site web"],
  ["use", "use primaryusecase usecase usecases uses purpose"],
  [
    "capabilities",
    "capabilities description whatis whatitdoes summary about overview shortdescription details features",
  ],
  ["modality", "modality modalities type mediatype"],
  ["industry", "industry industries sector vertical"],
  ["tags", "tags tag keywords keyword labels topics categories"],
  // A category says which industry a tool is for, unless the file says that elsewhere; then it is a tag.
  ["industry", "category maincategory primarycategory"],
  ["tags", "category subcategory subcategories"],
  ["logoUrl", "logourl logo icon iconurl image imageurl thumbnail"],
  ["notes", "notes note comment comments remarks"],
  ["releaseNotes", "releasenotes changelog"],
  ["version", "version"],
];

const importedToolSchema = toolFieldsSchema.partial().extend({ name: toolFieldsSchema.shape.name });
/** What a row says of a tool; fields that it says nothing of are absent. */
export type ImportedTool = z.infer<typeof importedToolSchema>;

const line = lineReader(TEXT_LIMITS.name);
const shortLine = lineReader(TEXT_LIMITS.tag);
const prose = proseReader(TEXT_LIMITS.mediumText);

const readers: CellReaders<ImportField> = {
  name: line,
  company: line,
  url: addressCell,
  use: prose,
  capabilities: prose,
  modality: optionReader((text) => optionValue(TOOL_OPTION_DEFAULTS.modality, text)),
  industry: optionReader((text) => optionValue(TOOL_OPTION_DEFAULTS.industry, text)),
  tags: lowercaseTagsCell,
  logoUrl: imageAddressCell,
  notes: proseReader(TEXT_LIMITS.notes),
  releaseNotes: releaseNotesCell,
  version: shortLine,
};

/** How files tell of tools. */
export const TOOL_IMPORT: ImportKind<ImportField, ImportedTool> = {
  noun: "tool",
  fields: FIELDS,
  labels: {
    name: "Tool name",
    company: "Company",
    url: "URL",
    use: "Primary use case",
    capabilities: "Capabilities",
    modality: "Modality",
    industry: "Industry",
    tags: "Tags",
    logoUrl: "Logo",
    notes: "Notes",
    releaseNotes: "Release notes",
    version: "Version",
  },
  naming: "name",
  required: { name: "the names of the tools" },
  commonHeaders: COMMON_HEADERS,
  readers,
  exactReaders: {
    ...readers,
    url: exactly(addressCell),
    modality: shortLine,
    industry: shortLine,
    tags: exactTagsCell,
    logoUrl: exactly(imageAddressCell),
  },
  schema: importedToolSchema,
};
