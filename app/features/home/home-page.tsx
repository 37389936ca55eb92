import { lazyPage } from "#app/ui/lazy-page.tsx";
import { pageMeta } from "#app/ui/page-meta.ts";
import { pageAt } from "#lib/pages.ts";
import { backendContext } from "#lib/server-context.ts";
import type { Route } from "./+types/home-page.ts";
import { homePage } from "./home-data.ts";

const Body = lazyPage(() => import("./home.tsx"));
export const handle = Body;

export async function loader({ context }: Route.LoaderArgs) {
  return homePage(await context.get(backendContext).publicData());
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = pageAt("/");
  return pageMeta({ path: "/", title: loaderData.name || page.title, matches });
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return <Body data={loaderData} />;
}
