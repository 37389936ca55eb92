import { lazyPage } from "#app/ui/lazy-page.tsx";
import { metaOfPage } from "#app/ui/page-meta.ts";
import { backendContext } from "#lib/server-context.ts";
import type { Route } from "./+types/github-page.ts";
import { gitHubPage } from "./github-data.ts";

const Body = lazyPage(() => import("./github.tsx"));
export const handle = Body;

export async function loader({ context }: Route.LoaderArgs) {
  return gitHubPage(await context.get(backendContext).publicData(), new Date());
}

export const meta = metaOfPage;

export default function GitHubPage({ loaderData }: Route.ComponentProps) {
  return <Body data={loaderData} />;
}
