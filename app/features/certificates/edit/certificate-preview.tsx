/** The certificate's entry on its page, made of what is written just now. */
import { useMemo } from "react";
import type { PreviewProps } from "#app/parts/content-editor/content-tool-facts.ts";
import { PagePreview } from "#app/parts/page-preview/page-preview.tsx";
import { useDraftPictures } from "#app/parts/page-preview/use-draft-pictures.ts";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { toPreview } from "#lib/content/preview.ts";
import { certificatesPage, today } from "../certificate-rows.ts";

/** The page's own file, which stays its own. */
const Entry = latePart(async () => (await import("../certificates.tsx")).CertificateEntry, null);

export function CertificatePreview({ id, fields }: PreviewProps) {
  const rows = useMemo(() => {
    const certificates = [toPreview("certificates", id, fields)];
    return certificatesPage({ certificates, resume: null }, today()).rows;
  }, [id, fields]);
  const shown = useDraftPictures(rows);
  return (
    <PagePreview title="Preview of the certificate">
      <h1>Certificates</h1>
      <ol className="ledger">
        {shown.map((row) => (
          <Entry key={row.id} row={row} />
        ))}
      </ol>
    </PagePreview>
  );
}
