/** What /EditCertificates says of certificates; the rest is parts/content-editor. */
import type {
  ContentSection,
  ContentToolFacts,
} from "#app/parts/content-editor/content-tool-facts.ts";
import { issuersOf, tagsOf } from "#app/parts/content-editor/filter-items.ts";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";
import { calendarDayOf } from "#app/parts/tool-frame/when.ts";
import type { ContentItem } from "#lib/content/item.ts";
import { textOf } from "#lib/text-of.ts";
import { expiryOf, today } from "../certificate-rows.ts";

const Preview = latePart(
  async () => (await import("./certificate-preview.tsx")).CertificatePreview,
  <SkeletonForm fields={5} />,
);

export const certificateTool: ContentToolFacts = {
  kind: "certificates",
  title: "Edit certificates",
  one: "certificate",
  many: "certificates",
  about:
    "Courses, diplomas and awards, with a picture or PDF of each and a link by which others can check it. What you write is saved as a draft, and nobody sees it before you publish it.",
  sort: "issued",
  sorts: [
    { value: "issued", label: "Newest first" },
    { value: "edited", label: "Last edited" },
    { value: "title", label: "Title" },
  ],
  tag: "Skill",
  searched: "Title, issuer or skill",
  canFeature: false,
  sectionsOf,
  detailOf: (item) => <Detail item={item} />,
  Preview,
};

/** Those with a date, which is written as all others of the tools. */
const expiryWords: Partial<Record<string, string>> = { valid: "Valid until", expired: "Expired" };

function Detail({ item: { issuer, issueDate, expiryDate } }: { item: ContentItem }) {
  const expiry = expiryOf(expiryDate, today());
  return (
    <>
      {[issueDate && calendarDayOf(issueDate), issuer].filter(Boolean).join(" · ")}
      {expiry === undefined ? null : (
        <span className="content-expiry" data-expiry={expiry.kind}>
          {expiryWords[expiry.kind] === undefined
            ? expiry.text
            : `${expiryWords[expiry.kind]} ${calendarDayOf(expiryDate ?? "")}`}
        </span>
      )}
    </>
  );
}

function sectionsOf(others: readonly ContentItem[]): readonly ContentSection[] {
  return [
    {
      title: "What it is",
      fields: [
        { kind: "text", name: "title", label: "Title", maxLength: 200 },
        {
          kind: "text",
          name: "issuer",
          label: "Issued by",
          maxLength: 120,
          suggestions: issuersOf(others),
        },
        { kind: "date", name: "issueDate", label: "Issued on" },
        {
          kind: "date",
          name: "expiryDate",
          label: "Valid until",
          help: "The last day. Empty if it does not expire. If this site sends mail, you are reminded 30 days before.",
        },
        { kind: "area", name: "description", label: "Description", maxLength: 1000 },
        {
          kind: "words",
          name: "skills",
          label: "Skills",
          maxLength: 60,
          suggestions: tagsOf(others),
        },
      ],
    },
    {
      title: "Proof",
      fields: [
        { kind: "text", name: "credentialId", label: "Number", maxLength: 120 },
        {
          kind: "href",
          name: "credentialUrl",
          label: "Link",
          maxLength: 2000,
          placeholder: "https://…",
          help: "Where others can check it.",
        },
        {
          kind: "file",
          name: "file",
          label: "PDF",
          picture: "image",
          pictureAlt: (value) => `First page of the certificate ${textOf(value["title"])}`.trim(),
          help: "Its first page becomes the picture when there is none.",
        },
        { kind: "picture", name: "image", label: "Picture" },
      ],
    },
  ];
}
