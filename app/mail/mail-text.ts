import { SERVICE_NAME } from "~/values/labels";

/** What a mail says, without its layout. Each line of text is a paragraph. */
export interface MailContent {
  subject: string;
  /** What happened. */
  paragraphs: readonly string[];
  sections?: readonly MailSection[];
  /** The one thing to do. */
  link?: MailLink;
  /** Why the reader gets it. */
  reason: string;
  /** Where to change that. */
  footer: readonly MailLink[];
}

/** Who sends the mail, below it. */
interface MailSender {
  agencyName: string | null;
  contactEmail: string | null;
}

interface MailLink {
  label: string;
  url: string;
}

interface MailSection {
  title: string;
  items: readonly { title: string; url: string | null }[];
  /** How many items the section leaves out. */
  more: number;
}

const SUBJECT_CHARACTERS = 150;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const LINE_BREAKS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Text on one line, at most this long. A header must not contain line breaks. */
export function oneLine(text: string, characters = SUBJECT_CHARACTERS): string {
  const line = text.replace(LINE_BREAKS, " ").trim();
  const points = [...line];
  return points.length <= characters
    ? line
    : `${points
        .slice(0, characters - 1)
        .join("")
        .trimEnd()}…`;
}

const moreText = (more: number) => `and ${more} more`;

/** The lines below a mail: who sent it, why, and where to ask. */
const signature = ({ agencyName, contactEmail }: MailSender, reason: string): string[] => [
  agencyName === null ? SERVICE_NAME : `${SERVICE_NAME}, ${agencyName}`,
  reason,
  ...(contactEmail === null ? [] : [`Questions? Write to ${contactEmail}`]),
];

/** A mail as plain text. */
export function plainText(
  { paragraphs, sections = [], link, reason, footer }: MailContent,
  sender: MailSender,
): string {
  const blocks = [
    ...paragraphs,
    ...sections.map(({ title, items, more }) =>
      [
        title,
        ...items.map((item) => (item.url === null ? `- ${item.title}` : `- ${item.title}\n  ${item.url}`)),
        ...(more > 0 ? [`- ${moreText(more)}`] : []),
      ].join("\n"),
    ),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    "-- ",
    [...signature(sender, reason), ...footer.map(({ label, url }) => `${label}: ${url}`)].join("\n"),
  ];
  return `${blocks.join("\n\n").replace("-- \n\n", "-- \n")}\n`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
/** Makes each link tall enough for fingers. */
const TALL = "display: inline-block; padding: 4px 0;";
const anchor = ({ label, url }: MailLink) => `<a href="${escaped(url)}" style="${TALL}">${escaped(label)}</a>`;

/** The same mail as HTML: no images, nothing from elsewhere, and colors that every reader may replace. */
export function html(
  { subject, paragraphs, sections = [], link, reason, footer }: MailContent,
  sender: MailSender,
): string {
  const lines = [
    `<!doctype html>`,
    `<html lang="en">`,
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>`,
    `<body style="font-family: Arial, Helvetica, sans-serif; font-size: 16px; line-height: 1.5; margin: 0;">`,
    `<main style="max-width: 40em; margin: 0 auto; padding: 16px;">`,
    `<h1 style="font-size: 20px; line-height: 1.3;">${escaped(subject)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...sections.flatMap(({ title, items, more }) => [
      `<h2 style="font-size: 16px;">${escaped(title)}</h2>`,
      `<ul>`,
      ...items.map(
        (item) => `<li>${item.url === null ? escaped(item.title) : anchor({ label: item.title, url: item.url })}</li>`,
      ),
      ...(more > 0 ? [`<li>${moreText(more)}</li>`] : []),
      `</ul>`,
    ]),
    ...(link ? [`<p>${anchor(link)}</p>`] : []),
    `<hr>`,
    `<p style="font-size: 14px;">${signature(sender, reason).map(escaped).join("<br>")}</p>`,
    ...(footer.length > 0
      ? [`<p style="font-size: 14px;">${footer.map(anchor).join('</p>\n<p style="font-size: 14px;">')}</p>`]
      : []),
    `</main>`,
    `</body>`,
    `</html>`,
  ];
  return `${lines.join("\n")}\n`;
}
