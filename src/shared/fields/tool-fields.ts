import { optionValue } from "#shared/imports/cells.ts";
import { modalityValue, releaseNotesCell } from "#shared/imports/tool-cells.ts";
import { TEXT_LIMITS } from "#shared/kernel/text-rules.ts";
import { TOOL_OPTION_DEFAULTS } from "#shared/tools/options.ts";

import {
  addressField,
  LIST_VALUE,
  lineField,
  lowercaseTagsField,
  optionField,
  pictureField,
  proseField,
  requiredLineField,
} from "./field-kinds.ts";
import type { SchemaKinds } from "./field-schemas.ts";
import { type FieldTable, formFieldsOf } from "./field.ts";

/** Converts a stored value to release notes. */
const notesOf = (value: unknown): { date: string; url: string }[] =>
  Array.isArray(value) ? value.map(({ date, url }) => ({ date: String(date), url: String(url) })) : [];

/** Formats release notes as lines of text: date and address. */
const noteLines = (value: unknown) => notesOf(value).map(({ date, url }) => `${date} ${url}`);

/**
 * Fields of a tool, in form order. Column names are in English first, followed by German, French, Spanish and Italian.
 */
export const TOOL_FIELDS = {
  name: requiredLineField(TEXT_LIMITS.name, "Tool name is required", {
    label: "Tool Name",
    placeholder: "Give it a name",
    headers:
      "name toolname toolnames toolsname toolsnames tool tools aitool title product productname app appname nom nombre nome titel titre titulo bezeichnung outil werkzeug herramienta strumento ferramenta",
    isPlacedSeparately: true,
  }),
  company: lineField(TEXT_LIMITS.name, {
    label: "Company",
    placeholder: "Who makes it",
    headers:
      "company companyname vendor vendorname supplier maker provider developer publisher organization organisation creator author firma societe sociedad unternehmen hersteller anbieter entreprise empresa editeur fournisseur proveedor azienda",
    isPlacedSeparately: true,
  }),
  url: addressField({
    label: "URL",
    placeholder: "https://example.com",
    headers:
      "htmlurl website websiteurl homepage homepageurl url link urls toolurl site web websitelink weblink webaddress domain domainname domainurl href webseite internetseite siteweb sitioweb sitoweb lien enlace",
    isPlacedSeparately: true,
  }),
  modality: optionField(modalityValue, {
    label: "Modality",
    placeholder: "Choose a modality",
    headers: "modality modalities type mediatype outputtype modalitat modalite modalidad medientyp typ tipo",
    isPlacedSeparately: true,
  }),
  industry: optionField((words) => optionValue(TOOL_OPTION_DEFAULTS.industry, words), {
    label: "Industry",
    placeholder: "Choose an industry",
    headers: "industry industries sector vertical branche secteur industria",
    // A category is treated as the industry, unless the file has another column for that. Then it is a tag.
    otherHeaders:
      "category maincategory primarycategory categoryname kategorie categorie categoria rubrik rubrique",
    isPlacedSeparately: true,
  }),
  logoUrl: pictureField({
    label: "Logo",
    headers: "logourl logo icon iconurl logolink image imageurl thumbnail favicon picture bild imagen",
  }),
  use: proseField(TEXT_LIMITS.mediumText, {
    label: "Primary Use Case",
    placeholder: "What people use it for",
    rows: 2,
    headers:
      "use primaryusecase usecase usecases uses purpose usage anwendung einsatz verwendung verwendungszweck zweck nutzung utilisation usages uso",
    isPlacedSeparately: true,
  }),
  capabilities: proseField(TEXT_LIMITS.mediumText, {
    label: "Capabilities",
    placeholder: "What it can do",
    rows: 3,
    headers:
      "capabilities description desc whatis whatitdoes summary about overview shortdescription details features beschreibung fahigkeiten funktionen capacites fonctionnalites descripcion capacidades funciones descrizione descricao tagline excerpt bio",
    isPlacedSeparately: true,
  }),
  tags: lowercaseTagsField({
    label: "Tags",
    placeholder: "chat, writing, code",
    headers:
      "tags tag keywords keyword labels topics categories schlagworte schlagworter stichworte motscles etiquetas etiquettes etichette",
    otherHeaders: "category subcategory subcategories kategorie categorie categoria kategorien",
  }),
  releaseNotes: {
    ...LIST_VALUE,
    schemas: (kinds: SchemaKinds) => kinds.releaseNotes(),
    label: "Release Notes",
    control: "own",
    headers: "releasenotes changelog changelogurl releasenotesurl",
    readCell: releaseNotesCell,
    readExactly: releaseNotesCell,
    toFormValue: (value) => notesOf(value),
    toText: (value) => noteLines(value).join("\n"),
    toCell: (value) => noteLines(value).join("; "),
  },
  notes: proseField(TEXT_LIMITS.notes, {
    label: "Notes",
    placeholder: "Anything else your team should know",
    rows: 4,
    headers:
      "notes note comment comments remarks notizen notiz bemerkung bemerkungen kommentar remarques notas",
    isPlacedSeparately: true,
  }),
  /** The tool's own version text, which only imports set. It is not the revision of the item. */
  version: {
    ...lineField(TEXT_LIMITS.tag, { label: "Version", headers: "version", isPlacedSeparately: true }),
    control: "none",
  },
} satisfies FieldTable;

export type ToolField = keyof typeof TOOL_FIELDS;

/** Fields of the forms: all except the version text, which comes from imports. */
export const TOOL_FORM = formFieldsOf(TOOL_FIELDS);
