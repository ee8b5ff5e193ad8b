import { z } from "zod";

import { modalityValue } from "#shared/modality-words.ts";
import { TOOL_OPTION_DEFAULTS } from "#shared/options.ts";
import { TEXT_LIMITS } from "#shared/text.ts";
import { toolFieldsSchema } from "#shared/tools.ts";

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
} from "./cells.ts";
import { releaseNotesCell } from "./release-notes-cell.ts";
import { type CommonHeaders, IMPORT_FORMATS, importRequestOf, MAX_IMPORT_ROWS } from "./request.ts";
import type { CellReaders, ImportKind } from "./row.ts";
import { refineToolColumns } from "./tool-columns.ts";

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

/**
 * Rows with the same name are one tool where their companies are the same and their URLs do not differ; the rest are kept
 * apart, but for the names that are to be merged.
 */
export const importRequestSchema = importRequestOf(FIELDS, IMPORT_FORMATS).safeExtend({
  mergeNames: z
    .union([z.literal("all"), z.array(z.string().max(TEXT_LIMITS.name)).max(MAX_IMPORT_ROWS)])
    .default([]),
});
export type ImportRequest = z.infer<typeof importRequestSchema>;

// In English first, then as tables in German, French, Spanish and Italian have them.
const COMMON_HEADERS: CommonHeaders<ImportField> = [
  [
    "name",
    "name toolname toolnames toolsname toolsnames tool tools aitool title product productname app appname nom nombre nome titel titre titulo bezeichnung",
  ],
  [
    "company",
    "company companyname vendor maker provider developer publisher organization organisation creator author firma unternehmen hersteller anbieter entreprise empresa editeur fournisseur proveedor azienda",
  ],
  [
    "url",
    "url website websiteurl homepage homepageurl link urls toolurl site web websitelink weblink webaddress domain domainname domainurl href webseite internetseite siteweb sitioweb sitoweb lien enlace",
  ],
  ["use", "use primaryusecase usecase usecases uses purpose usage anwendung einsatz utilisation uso"],
  [
    "capabilities",
    "capabilities description whatis whatitdoes summary about overview shortdescription details features beschreibung descripcion descrizione tagline excerpt bio",
  ],
  [
    "modality",
    "modality modalities type mediatype outputtype modalitat modalite modalidad medientyp typ tipo",
  ],
  ["industry", "industry industries sector vertical branche secteur industria"],
  [
    "tags",
    "tags tag keywords keyword labels topics categories schlagworte schlagworter stichworte motscles etiquetas etiquettes",
  ],
  // A category says which industry a tool is for, unless the file says that elsewhere; then it is a tag.
  [
    "industry",
    "category maincategory primarycategory categoryname kategorie categorie categoria rubrik rubrique",
  ],
  ["tags", "category subcategory subcategories kategorie categorie categoria kategorien"],
  ["logoUrl", "logourl logo icon iconurl logolink image imageurl thumbnail favicon picture bild imagen"],
  [
    "notes",
    "notes note comment comments remarks notizen notiz bemerkung bemerkungen kommentar remarques notas",
  ],
  ["releaseNotes", "releasenotes changelog changelogurl releasenotesurl"],
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
  modality: optionReader(modalityValue),
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
  required: { name: "the tool names" },
  commonHeaders: COMMON_HEADERS,
  refineGuess: refineToolColumns,
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
