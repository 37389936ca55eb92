import { formatDate } from "#app/ui/format-date.ts";
import type { PublicCertificate } from "#lib/documents/certificate.ts";
import type { Image } from "#lib/documents/parts.ts";
import { isSafeHref } from "#lib/safe-href.ts";
import type { PublicData } from "#lib/server-backend.ts";

export type CertificateRow = {
  id: string;
  title: string;
  issuer: string;
  issued: string;
  expiry: { expired: boolean; text: string } | undefined;
  credentialId: string | undefined;
  credentialUrl: string | undefined;
  description: string | undefined;
  skills: string[];
  image: Image | undefined;
};

/** Newest first, as publicData has them. `today` is `YYYY-MM-DD`. */
export function certificatesPage({ certificates }: PublicData, today: string): CertificateRow[] {
  return certificates.map((certificate) => {
    const { id, title, issuer, credentialId, credentialUrl, description, skills, image } =
      certificate;
    return {
      id,
      title,
      issuer,
      issued: formatDate(certificate.issueDate),
      expiry: expiry(certificate, today),
      credentialId,
      credentialUrl: credentialUrl && isSafeHref(credentialUrl) ? credentialUrl : undefined,
      description,
      skills,
      image,
    };
  });
}

/** A certificate is still valid on its last day. */
function expiry({ expiryDate }: PublicCertificate, today: string): CertificateRow["expiry"] {
  if (expiryDate === undefined) return undefined;
  const expired = expiryDate < today;
  return { expired, text: `${expired ? "Expired" : "Valid until"} ${formatDate(expiryDate)}` };
}
