import { lazyPage } from "#app/ui/lazy-page.tsx";
import { metaOfPage } from "#app/ui/page-meta.ts";
import { backendContext } from "#lib/server-context.ts";
import type { Route } from "./+types/about-page.ts";
import { aboutPage } from "./about-data.ts";

const Body = lazyPage(() => import("./about.tsx"));
export const handle = Body;

export async function loader({ context }: Route.LoaderArgs) {
  return aboutPage(await context.get(backendContext).publicData());
}

export const meta = metaOfPage;

export default function AboutPage({ loaderData }: Route.ComponentProps) {
  return <Body data={loaderData} />;
}
