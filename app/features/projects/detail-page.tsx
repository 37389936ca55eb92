import { redirect } from "react-router";
import { lazyPage } from "#app/ui/lazy-page.tsx";
import { pageMeta } from "#app/ui/page-meta.ts";
import { backendContext } from "#lib/server-context.ts";
import type { Route } from "./+types/detail-page.ts";
import { projectDetail } from "./projects.server.ts";

const Body = lazyPage(() => import("./detail.tsx"));

export async function loader({ context, params }: Route.LoaderArgs) {
  const project = projectDetail(await context.get(backendContext).publicData(), params.slug);
  if (project === undefined) throw redirect("/");
  return project;
}

export function meta({ loaderData, params, matches }: Route.MetaArgs) {
  const { title, summary } = loaderData;
  return pageMeta({ path: `/project/${params.slug}`, title, description: summary, matches });
}

export default function ProjectDetailPage({ loaderData }: Route.ComponentProps) {
  return <Body project={loaderData} />;
}
