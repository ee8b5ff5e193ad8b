import { escapeHtml, isolate, isolateHtml } from "#shared/texts/escaping.ts";

import { type Message, type MessageLine, type MessageSection, moreText, writeToFit } from "./message.ts";

const MAX_LINES = 100;
/** Gmail clips mails longer than 102 kB. */
const MAX_BYTES = 90_000;

/** Sentence at the end of a mail that explains why people get it, perhaps with a link for getting fewer. */
export interface MailFooter {
  text: string;
  link: { label: string; url: string } | null;
}

export interface WrittenMail {
  subject: string;
  text: string;
  html: string;
}

/** Converts a message to a mail, as text and HTML. The HTML loads nothing from elsewhere. */
export function asMail(message: Message, footer: MailFooter): WrittenMail {
  return writeToFit(
    message,
    MAX_LINES,
    (cut) => ({ subject: cut.title, text: writeText(cut, footer), html: writeHtml(cut, footer) }),
    ({ html }) => Buffer.byteLength(html) <= MAX_BYTES,
  );
}

function writeText({ title, intro, sections, link }: Message, footer: MailFooter): string {
  const parts = [
    title,
    intro,
    ...sections.map(sectionText),
    `${link.label}:\n${link.url}`,
    `-- \n${footer.text}${footer.link ? `\n${footer.link.label}: ${footer.link.url}` : ""}`,
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function sectionText({ title, lines, more }: MessageSection): string {
  const heading = title === "" ? [] : [`${title}\n${"-".repeat(Math.min(title.length, 60))}`];
  const rest = more > 0 ? [moreText(more)] : [];
  return [...heading, ...lines.map(lineText), ...rest].join("\n\n");
}

function lineText({ title, url, facts, text }: MessageLine): string {
  const factsText = facts.length > 0 ? ` (${facts.map(isolate).join(", ")})` : "";
  return [`* ${isolate(title)}${factsText}`, text, url].flatMap((part) => part || []).join("\n  ");
}

/** Dark colours. Inline styles have the light ones, because many mail programs drop style sheets. */
const DARK_STYLES = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.page{background:#0f1115!important}.card{background:#181b21!important;border-color:#2b3039!important}
.strong{color:#f3f4f6!important}.soft{color:#a8b0bd!important}.link{color:#8ab4ff!important}.button{background:#3b6fe0!important}.rule{border-color:#2b3039!important}}`;

const FONT_STYLE =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const WRAP_STYLE = "overflow-wrap:anywhere;word-break:break-word";

function writeHtml({ title, intro, sections, link }: Message, footer: MailFooter): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title><style>${DARK_STYLES}</style></head>
<body class="page" style="margin:0;padding:0;background:#f4f5f7;${FONT_STYLE}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f5f7"><tr><td align="center" style="padding:16px 8px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border:1px solid #e3e6ea;border-radius:8px"><tr><td style="padding:24px 20px">
<h1 class="strong" dir="auto" style="margin:0 0 8px;font-size:20px;line-height:1.3;color:#111827;${WRAP_STYLE}">${escapeHtml(title)}</h1>
${intro === "" ? "" : `<p class="soft" dir="auto" style="margin:0 0 16px;font-size:14px;line-height:1.5;color:#4b5563;white-space:pre-line;${WRAP_STYLE}">${escapeHtml(intro)}</p>`}
${sections.map(sectionHtml).join("\n")}
<p style="margin:24px 0 0"><a class="button" href="${escapeHtml(link.url)}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#2556c7;color:#ffffff;font-size:14px;font-weight:600;text-decoration:none">${escapeHtml(link.label)}</a></p>
</td></tr></table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px"><tr><td class="soft" style="padding:16px 20px;font-size:12px;line-height:1.5;color:#5b6472;${WRAP_STYLE}">${escapeHtml(footer.text)}${footer.link ? ` <a class="soft" href="${escapeHtml(footer.link.url)}" style="color:#5b6472;text-decoration:underline">${escapeHtml(footer.link.label)}</a>` : ""}</td></tr></table>
</td></tr></table></body></html>
`;
}

function sectionHtml({ title, lines, more }: MessageSection): string {
  const heading =
    title === ""
      ? ""
      : `<h2 class="strong rule" dir="auto" style="margin:24px 0 0;padding:0 0 6px;border-bottom:1px solid #e3e6ea;font-size:15px;line-height:1.3;color:#111827">${escapeHtml(title)}</h2>`;
  const rest =
    more > 0
      ? `<p class="soft" style="margin:12px 0 0;font-size:13px;color:#4b5563">${moreText(more)}</p>`
      : "";
  return `${heading}${lines.map(lineHtml).join("")}${rest}`;
}

function lineHtml({ title, url, facts, text }: MessageLine): string {
  const link = `<a class="link" dir="auto" href="${escapeHtml(url)}" style="color:#2556c7;font-size:14px;font-weight:600;text-decoration:none">${escapeHtml(title)}</a>`;
  const factsText =
    facts.length === 0
      ? ""
      : `<br><span class="soft" style="font-size:13px;color:#4b5563">${facts.map(isolateHtml).join(" · ")}</span>`;
  const body =
    text === ""
      ? ""
      : `<br><span class="strong" dir="auto" style="font-size:14px;color:#1f2937">${escapeHtml(text)}</span>`;
  return `<p style="margin:12px 0 0;line-height:1.45;${WRAP_STYLE}">${link}${factsText}${body}</p>`;
}
