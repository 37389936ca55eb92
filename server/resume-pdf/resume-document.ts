/** The resume on paper: the same content as the page's, drawn for black ink and one accent. */
import { Document, Link, Page, StyleSheet, Text, View } from "@react-pdf/renderer";
import type { DocumentProps } from "@react-pdf/renderer";
import { createElement as h, Fragment } from "react";
import type { ReactElement, ReactNode } from "react";
import type { ResumeContact, ResumeEntry, ResumeSection } from "#lib/resume/plain-resume.ts";
import { displayFaces, textFaces } from "./pdf-fonts.ts";
import type { PdfJob } from "./pdf-job.ts";

const ink = "#231d18";
const quiet = "#5d544c";
const hairline = "#d8d2c8";

// Points.
const margin = 44;
const railWidth = 84;
const railGap = 14;
const fontSize = 8.8;
// Beside a size wherever it stands, or it is that of a larger text; and not of the whole page, whose foot would lose its text.
const lineHeight = 1.38;

const styles = StyleSheet.create({
  page: {
    paddingHorizontal: margin,
    paddingTop: margin - 4,
    paddingBottom: margin + 2,
    fontFamily: [...textFaces],
    fontSize,
    color: ink,
  },
  name: { fontFamily: [...displayFaces], fontSize: 27, fontWeight: 600, lineHeight: 1.1 },
  label: { fontFamily: [...displayFaces], fontSize: 12, lineHeight: 1.3, marginTop: 2 },
  contacts: {
    flexDirection: "row",
    flexWrap: "wrap",
    marginTop: 6,
    color: quiet,
    fontSize,
    lineHeight,
  },
  contact: { marginRight: 12 },
  summary: { marginTop: 7, marginBottom: 3, fontSize: 9.2, lineHeight: 1.42 },
  row: { flexDirection: "row", paddingTop: 5, fontSize, lineHeight },
  firstRow: { marginTop: 7, paddingTop: 6, borderTopWidth: 0.5, borderTopColor: hairline },
  rail: { width: railWidth, marginRight: railGap, flexShrink: 0 },
  railTitle: { fontFamily: [...displayFaces], fontWeight: 600, fontSize: 10.5, lineHeight: 1.12 },
  body: { flexGrow: 1, flexShrink: 1, flexBasis: 0 },
  head: { flexDirection: "row", justifyContent: "space-between" },
  title: { fontWeight: 600, flexGrow: 1, flexShrink: 1, flexBasis: 0, paddingRight: 12 },
  when: { color: quiet, flexShrink: 0 },
  quiet: { color: quiet },
  text: { marginTop: 1 },
  point: { flexDirection: "row", marginTop: 0.8 },
  dot: { width: 8, color: quiet, flexShrink: 0 },
  pointText: { flexGrow: 1, flexShrink: 1, flexBasis: 0 },
  brief: { flexGrow: 1, flexShrink: 1, flexBasis: 0, paddingRight: 10 },
  foot: { position: "absolute", bottom: 24, left: margin, fontSize: 7.2, color: quiet },
  number: {
    position: "absolute",
    bottom: 24,
    left: margin,
    right: margin,
    textAlign: "right",
    fontSize: 7.2,
    color: quiet,
  },
});

type PageLayoutProps = { children: ReactNode; pageNumber?: number; totalPages?: number };

export function resumeDocument({
  resume,
  size,
  accent,
  changedAt,
  keywords,
}: PdfJob): ReactElement<DocumentProps> {
  const { name, label, summary, contacts, sections, changed } = resume;
  const date = new Date(changedAt);
  // Its way of breaking pages takes a fraction of the time of the one without.
  const layout = ({ children, pageNumber = 0, totalPages = 0 }: PageLayoutProps) =>
    h(
      Fragment,
      null,
      children,
      h(Text, { style: styles.foot }, changed === "" ? name : `Last changed ${changed}`),
      h(Text, { style: styles.number }, `${pageNumber} / ${totalPages}`),
    );
  return h(
    Document,
    {
      title: name === "" ? "Resume" : `${name}: resume`,
      author: name,
      subject: label,
      keywords: keywords.join(", "),
      language: "en",
      creator: "Foyer",
      producer: "Foyer",
      creationDate: date,
      modificationDate: date,
    },
    h(
      Page,
      { size, style: styles.page, layout },
      name === "" ? null : h(Text, { style: styles.name }, name),
      label === "" ? null : h(Text, { style: [styles.label, { color: accent }] }, label),
      h(
        View,
        { style: styles.contacts },
        contacts.map((contact, at) =>
          h(Text, { key: at, style: styles.contact }, linked(contact, accent)),
        ),
      ),
      summary === "" ? null : h(Text, { style: styles.summary }, summary),
      sections.map((section) => rows(section, accent)),
    ),
  );
}

function linked({ text, url }: ResumeContact, accent: string): ReactNode {
  if (url === undefined) return text;
  return h(Link, { src: url, style: { color: accent, textDecoration: "none" } }, text);
}

/** A row for each entry, the section's name beside the first: so a page never ends with a name alone. */
function rows({ title, brief, entries }: ResumeSection, accent: string): ReactNode[] {
  const columns = columnsFor(entries.length);
  const contents: { whole: boolean; node: ReactNode }[] = brief
    ? chunksOf(entries, columns).map((chunk) => ({ whole: true, node: briefRow(chunk, columns) }))
    : entries.map((entry) => ({ whole: isShort(entry), node: entryParts(entry, accent) }));
  return contents.map(({ whole, node }, at) =>
    h(
      View,
      {
        key: `${title} ${at}`,
        style: at === 0 ? [styles.row, styles.firstRow] : styles.row,
        wrap: !whole,
        ...(at === 0 ? { bookmark: title } : {}),
      },
      h(
        View,
        { style: styles.rail },
        at === 0 ? h(Text, { style: [styles.railTitle, { color: accent }] }, title) : null,
      ),
      h(View, { style: styles.body }, node),
    ),
  );
}

/** What is shorter than half a page stays on one; the rest may be broken. */
function isShort({ text, points, words }: ResumeEntry): boolean {
  const all = [text, ...points, words.join(", ")];
  return all.reduce((lines, line) => lines + Math.ceil(line.length / 80), 0) < 25;
}

function entryParts(
  { title, place, when, url, text, points, words }: ResumeEntry,
  accent: string,
): ReactNode {
  return [
    h(
      View,
      { key: "head", style: styles.head, wrap: false, minPresenceAhead: 24 },
      h(Text, { style: styles.title }, title === "" ? place : linked({ text: title, url }, accent)),
      when === "" ? null : h(Text, { style: styles.when }, when),
    ),
    title === "" || place === "" ? null : h(Text, { key: "place", style: styles.quiet }, place),
    text === "" ? null : h(Text, { key: "text", style: styles.text }, text),
    ...points.map((point, at) =>
      h(
        View,
        { key: `point ${at}`, style: styles.point },
        h(Text, { style: styles.dot }, "–"),
        h(Text, { style: styles.pointText }, point),
      ),
    ),
    words.length === 0
      ? null
      : h(Text, { key: "words", style: [styles.text, styles.quiet] }, words.join(", ")),
  ];
}

/** Three, or four where that saves a row. */
function columnsFor(count: number): number {
  return Math.ceil(count / 4) < Math.ceil(count / 3) ? 4 : 3;
}

function briefRow(entries: ResumeEntry[], columns: number): ReactNode {
  const blank = Array.from({ length: columns - entries.length }, () => undefined);
  return h(
    View,
    { style: { flexDirection: "row" } },
    [...entries, ...blank].map((entry, at) =>
      h(
        View,
        { key: at, style: styles.brief },
        entry === undefined
          ? null
          : h(
              Text,
              null,
              h(Text, { style: { fontWeight: 600 } }, entry.title),
              entry.place === "" ? "" : h(Text, { style: styles.quiet }, `  ${entry.place}`),
            ),
        entry === undefined || entry.words.length === 0
          ? null
          : h(Text, { style: styles.quiet }, entry.words.join(", ")),
      ),
    ),
  );
}

function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}
