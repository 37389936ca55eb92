import { formatDate } from "#lib/format-date.ts";
import type { Image } from "#lib/documents/parts.ts";
import { isSafeHref } from "#lib/safe-href.ts";
import type { PublicData } from "#lib/server-backend.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";

const soonDays = 90;
const dayMs = 86_400_000;

export type CertificateRow = {
  id: string;
  title: string;
  issuer: string;
  issued: string;
  expiry: { kind: "valid" | "soon" | "expired"; text: string } | undefined;
  credentialId: string | undefined;
  credentialUrl: string | undefined;
  description: string | undefined;
  skills: string[];
  image: Image | undefined;
  /** A PDF, with its size in words. */
  file: { src: string; size: string } | undefined;
};

export type CertificatesData = { rows: CertificateRow[]; hasResume: boolean };

/** Newest first, as publicData has them. `today` is `YYYY-MM-DD`. */
export function certificatesPage(
  { certificates, resume }: Pick<PublicData, "certificates" | "resume">,
  today: string,
): CertificatesData {
  const rows = certificates.map((certificate) => {
    const { id, title, issuer, credentialId, credentialUrl, description, skills, image, file } =
      certificate;
    return {
      id,
      title,
      issuer,
      issued: formatDate(certificate.issueDate),
      expiry: expiryOf(certificate.expiryDate, today),
      credentialId,
      credentialUrl: credentialUrl && isSafeHref(credentialUrl) ? credentialUrl : undefined,
      description,
      skills,
      image,
      file: file && { src: file.src, size: formatBytes(file.bytes) },
    };
  });
  return { rows, hasResume: resume !== null };
}

/** `YYYY-MM-DD` */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** A certificate is still valid on its last day. */
export function expiryOf(expiryDate: string | undefined, today: string): CertificateRow["expiry"] {
  if (expiryDate === undefined) return undefined;
  const date = formatDate(expiryDate);
  if (expiryDate < today) return { kind: "expired", text: `Expired ${date}` };
  const days = Math.round((Date.parse(expiryDate) - Date.parse(today)) / dayMs);
  if (days > soonDays) return { kind: "valid", text: `Valid until ${date}` };
  if (days === 0) return { kind: "soon", text: "Ends today" };
  return { kind: "soon", text: days === 1 ? "Ends tomorrow" : `Ends in ${days} days` };
}
