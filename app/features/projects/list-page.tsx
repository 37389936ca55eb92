import { lazyPage } from "#app/ui/lazy-page.tsx";
import { metaOfPage } from "#app/ui/page-meta.ts";
import { backendContext } from "#lib/server-context.ts";
import type { Route } from "./+types/list-page.ts";
import { projectList } from "./project-pages.ts";

const Body = lazyPage(() => import("./list.tsx"));
export const handle = Body;

export async function loader({ context }: Route.LoaderArgs) {
  return projectList(await context.get(backendContext).publicData());
}

export const meta = metaOfPage;

export default function ProjectListPage({ loaderData }: Route.ComponentProps) {
  return <Body data={loaderData} />;
}
