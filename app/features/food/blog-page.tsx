import { lazyPage } from "#app/ui/lazy-page.tsx";
import { metaOfPage } from "#app/ui/page-meta.ts";
import { backendContext } from "#lib/server-context.ts";
import type { Route } from "./+types/blog-page.ts";
import { postList } from "./post-pages.ts";

const Body = lazyPage(() => import("./blog.tsx"));
export const handle = Body;

export async function loader({ context }: Route.LoaderArgs) {
  return postList(await context.get(backendContext).publicData());
}

export const meta = metaOfPage;

export default function BlogPage({ loaderData }: Route.ComponentProps) {
  return <Body data={loaderData} />;
}
