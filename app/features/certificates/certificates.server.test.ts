import { expect, test } from "vitest";
import type { PublicCertificate } from "#lib/documents/certificate.ts";
import type { PublicData } from "#lib/server-backend.ts";
import { certificatesPage } from "./certificates.server.ts";

function rows(...certificates: Partial<PublicCertificate>[]) {
  const full = certificates.map((certificate, at) => ({
    id: String(at),
    title: "Scrum",
    issuer: "School",
    issueDate: "2020-01-31",
    skills: [],
    ...certificate,
  }));
  return certificatesPage({ certificates: full } as unknown as PublicData, "2026-11-21");
}

test("a certificate is valid on its expiry date and expired the day after", () => {
  const shown = rows({ expiryDate: "2026-11-21" }, { expiryDate: "2026-11-20" }, {});
  expect(shown.map((row) => row.expiry)).toEqual([
    { expired: false, text: "Valid until Nov 21, 2026" },
    { expired: true, text: "Expired Nov 20, 2026" },
    undefined,
  ]);
});

test("a credential link with another scheme is left out", () => {
  const shown = rows(
    { credentialUrl: "javascript:alert(1)" },
    { credentialUrl: "https://example.com/c/1" },
  );
  expect(shown.map((row) => row.credentialUrl)).toEqual([undefined, "https://example.com/c/1"]);
});
