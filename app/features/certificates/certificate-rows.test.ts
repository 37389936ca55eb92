import { expect, test } from "vitest";
import type { PublicCertificate } from "#lib/documents/certificate.ts";
import type { PublicData } from "#lib/server-backend.ts";
import { certificatesPage } from "./certificate-rows.ts";

function rows(...certificates: Partial<PublicCertificate>[]) {
  const full = certificates.map((certificate, at) => ({
    id: String(at),
    title: "Scrum",
    issuer: "School",
    issueDate: "2020-01-31",
    skills: [],
    ...certificate,
  }));
  return certificatesPage({ certificates: full } as unknown as PublicData, "2026-11-21").rows;
}

test("a certificate is valid on its expiry date and expired the day after, and says when that is near", () => {
  const ends = ["2026-11-20", "2026-11-21", "2026-11-22", "2027-02-19", "2027-02-20", undefined];
  const shown = rows(...ends.map((expiryDate) => (expiryDate ? { expiryDate } : {})));
  expect(shown.map((row) => row.expiry)).toEqual([
    { kind: "expired", text: "Expired Nov 20, 2026" },
    { kind: "soon", text: "Ends today" },
    { kind: "soon", text: "Ends tomorrow" },
    { kind: "soon", text: "Ends in 90 days" },
    { kind: "valid", text: "Valid until Feb 20, 2027" },
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

test("a file comes with its size in words", () => {
  const [row] = rows({ file: { src: "/files/a.pdf", bytes: 1_258_291 } });
  expect(row?.file).toEqual({ src: "/files/a.pdf", size: "1.2 MB" });
});
