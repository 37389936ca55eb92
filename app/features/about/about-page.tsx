import { lazyPage } from "#app/ui/lazy-page.tsx";
import { pageMeta } from "#app/ui/page-meta.ts";
import { pageAt } from "#lib/pages.ts";
import { backendContext } from "#lib/server-context.ts";
import type { Route } from "./+types/about-page.ts";
import { aboutPage } from "./about-data.ts";

const Body = lazyPage(() => import("./about.tsx"));
export const handle = Body;

export async function loader({ context }: Route.LoaderArgs) {
  return aboutPage(await context.get(backendContext).publicData());
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({ ...pageAt("/about"), matches });
}

export default function AboutPage({ loaderData }: Route.ComponentProps) {
  return <Body data={loaderData} />;
}
