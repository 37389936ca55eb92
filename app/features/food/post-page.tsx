import { redirect } from "react-router";
import { lazyPage } from "#app/ui/lazy-page.tsx";
import { metaOfItem } from "#app/ui/page-meta.ts";
import { redirectOf } from "#lib/documents/redirects.ts";
import { backendContext, mapContext } from "#lib/server-context.ts";
import type { Route } from "./+types/post-page.ts";
import { postDetail } from "./post-pages.ts";

const Body = lazyPage(() => import("./post.tsx"));
export const handle = Body;

export async function loader({ context, params }: Route.LoaderArgs) {
  const data = await context.get(backendContext).publicData();
  const post = postDetail(data, params.slug, context.get(mapContext));
  if (post !== undefined) return post;
  // Nobody may take what cannot be read for what is gone: browsers keep pages for a time without a connection.
  if (data.failed) throw new Response(null, { status: 503 });
  // Where it leads now, for an address that a post had once (specification §2: else to /).
  const found = redirectOf(data.redirects, `/foodblog/${params.slug}`);
  throw redirect(found?.to ?? "/", found?.permanent === true ? 301 : 302);
}

export const meta = metaOfItem;

export default function PostPage({ loaderData }: Route.ComponentProps) {
  return <Body post={loaderData} />;
}
