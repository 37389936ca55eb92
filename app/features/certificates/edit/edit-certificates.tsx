/** /EditCertificates: what the owner has learned, with its proof. */
import { ContentTool } from "#app/parts/content-editor/content-tool.tsx";
import { useSession } from "#app/session/session.ts";
import { certificateTool } from "./certificate-tool.tsx";

export default function EditCertificates() {
  const { user } = useSession();
  // The guard shows this to nobody else.
  return user ? <ContentTool key={user.uid} facts={certificateTool} user={user} /> : null;
}
