/** /EditProjects: the projects that visitors see, and those that they do not see yet. */
import { ContentTool } from "#app/parts/content-editor/content-tool.tsx";
import { useSession } from "#app/session/session.ts";
import { projectTool } from "./project-tool.tsx";

export default function EditProjects() {
  const { user } = useSession();
  // The guard shows this to nobody else.
  return user ? <ContentTool key={user.uid} facts={projectTool} user={user} /> : null;
}
