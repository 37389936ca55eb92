/** What kind of thing a file is, at a glance; a word of it stands beside. */
import { type PreviewKind, previewKind } from "../preview/preview-kind.ts";

const paper = "M4 1.5h5.5L12.5 4.5v10H4Z M9.5 1.5v3h3";

/** Lines on a sheet of 16 by 16. */
const marks: Readonly<Record<PreviewKind | "folder", string>> = {
  folder: "M1.5 13V3.5h4.6l1.4 2h7V13Z",
  image: "M1.5 3h13v10h-13Z M1.5 11l3.5-3.5 3 3 2-2 4.5 4.5 M10.5 5.7h.01",
  video: "M1.5 3.5h13v9h-13Z M6.5 6v4l3.5-2Z",
  audio:
    "M6 12V3.5l7-1.5v8.5 M6 12a2 1.7 0 1 1-4 0 2 1.7 0 0 1 4 0Z M13 10.5a2 1.7 0 1 1-4 0 2 1.7 0 0 1 4 0Z",
  pdf: `${paper} M6 12V8h1.5a1.2 1.2 0 0 1 0 2.4H6 M10.5 8v4`,
  markdown: `${paper} M6 12V8.5l1.5 2 1.5-2V12`,
  table: "M2 3h12v10H2Z M2 6.3h12 M2 9.7h12 M6.5 3v10",
  zip: `${paper} M6.5 3h1 M7.5 4.5h1 M6.5 6h1 M7.5 7.5h1 M6.5 9.5h2v2h-2Z`,
  text: `${paper} M6 7.5h4.5 M6 9.5h4.5 M6 11.5h3`,
  other: paper,
};

export function KindIcon({ node }: { node: { kind: "folder" } | FileFacts }) {
  const kind =
    node.kind === "folder" ? "folder" : previewKind({ name: node.name, type: node.version.type });
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      data-kind={kind}
      className="drive-kind"
    >
      <path d={marks[kind]} />
    </svg>
  );
}

type FileFacts = { kind: "file"; name: string; version: { type: string } };
