import { resumeJsonPath } from "#lib/found/addresses.ts";
import { plainResume } from "#lib/resume/plain-resume.ts";
import type { ResumeEntry, ResumeSection } from "#lib/resume/plain-resume.ts";
import { facts, heading, link, list, paragraph, section } from "./markdown.ts";
import type { Mirror } from "./mirror.ts";

export const resumeMirror: Mirror = ({ data, origin }) => {
  if (data.resume === null) return [heading(1, "Resume")];
  const { name, label, summary, contacts, sections } = plainResume(data.resume);
  return [
    heading(1, name || "Resume"),
    paragraph(label),
    list(
      contacts.map(({ text, url }) =>
        url ? link(text, new URL(url, origin).href) : (paragraph(text) ?? ""),
      ),
    ),
    paragraph(summary),
    ...sections.map((each) => section(each.title, entriesOf(each))),
    list([link("The same as JSON Resume", origin + resumeJsonPath)]),
  ];
};

export function entriesOf({ brief, entries }: ResumeSection): string | undefined {
  return brief ? list(entries.map(inBrief)) : entries.map(atLength).join("\n\n");
}

function inBrief({ title, place, words }: ResumeEntry): string {
  const name = [title, place].filter(Boolean).join(" · ");
  const rest = words.join(", ");
  if (!name || !rest) return paragraph(name || rest) ?? "";
  return `**${paragraph(name)}**: ${paragraph(rest)}`;
}

function atLength({ title, place, when, url, text, points, words }: ResumeEntry): string {
  return [
    title ? `### ${url ? link(title, url) : paragraph(title)}` : undefined,
    facts(place, when),
    paragraph(text),
    list(points.map((point) => paragraph(point) ?? "")),
    paragraph(words.join(", ")),
  ]
    .filter(Boolean)
    .join("\n\n");
}
