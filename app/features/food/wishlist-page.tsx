import { lazyPage } from "#app/ui/lazy-page.tsx";
import { metaOfPage } from "#app/ui/page-meta.ts";
import { backendContext, mapContext } from "#lib/server-context.ts";
import type { Route } from "./+types/wishlist-page.ts";
import { wishlist } from "./wish-pages.ts";

const Body = lazyPage(() => import("./wishlist.tsx"));
export const handle = Body;

export async function loader({ context }: Route.LoaderArgs) {
  return wishlist(await context.get(backendContext).publicData(), context.get(mapContext));
}

export const meta = metaOfPage;

export default function WishlistPage({ loaderData }: Route.ComponentProps) {
  return <Body data={loaderData} />;
}
