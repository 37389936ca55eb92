import { formatDate } from "#lib/format-date.ts";
import { isSafeHref } from "#lib/safe-href.ts";
import { facts, heading, link, list, paragraph } from "./markdown.ts";
import type { Mirror } from "./mirror.ts";

export const certificatesMirror: Mirror = ({ data, origin }) => [
  heading(1, "Certificates"),
  ...data.certificates.flatMap((certificate) => {
    const { title, issuer, issueDate, expiryDate, credentialId, credentialUrl } = certificate;
    const { description, skills } = certificate;
    return [
      heading(2, title),
      facts(
        issuer,
        formatDate(issueDate),
        expiryDate && `valid until ${formatDate(expiryDate)}`,
        credentialId,
      ),
      paragraph(description),
      paragraph(skills.join(", ")),
      credentialUrl && isSafeHref(credentialUrl)
        ? list([link("Check it", new URL(credentialUrl, origin).href)])
        : undefined,
    ];
  }),
];
