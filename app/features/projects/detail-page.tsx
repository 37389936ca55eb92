import { redirect } from "react-router";
import { lazyPage } from "#app/ui/lazy-page.tsx";
import { pageMeta } from "#app/ui/page-meta.ts";
import { backendContext } from "#lib/server-context.ts";
import type { Route } from "./+types/detail-page.ts";
import { projectDetail } from "./projects.server.ts";

const Body = lazyPage(() => import("./detail.tsx"));
export const handle = Body;

export async function loader({ context, params }: Route.LoaderArgs) {
  const data = await context.get(backendContext).publicData();
  const project = projectDetail(data, params.slug);
  if (project !== undefined) return project;
  // Nobody may take what cannot be read for what is gone: browsers keep pages for a time without a connection.
  throw data.failed ? new Response(null, { status: 503 }) : redirect("/");
}

export function meta({ loaderData, params, matches }: Route.MetaArgs) {
  return pageMeta({ path: `/project/${params.slug}`, title: loaderData.title, matches });
}

export default function ProjectDetailPage({ loaderData }: Route.ComponentProps) {
  return <Body project={loaderData} />;
}
