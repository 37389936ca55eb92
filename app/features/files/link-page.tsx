import { data } from "react-router";
import { lazyPage } from "#app/ui/lazy-page.tsx";
import { metaOfItem } from "#app/ui/page-meta.ts";
import { sharedPageContext } from "#lib/server-context.ts";
import type { Route } from "./+types/link-page.ts";

const Body = lazyPage(() => import("./link.tsx"));
export const handle = Body;

export function loader({ context }: Route.LoaderArgs) {
  const page = context.get(sharedPageContext);
  if (page.kind === "failed") throw new Response(null, { status: 503 });
  const title = "name" in page ? page.name : page.kind === "locked" ? "Shared" : "No such link";
  return data({ title, page }, { status: page.kind === "gone" ? 404 : 200 });
}

export const meta = metaOfItem;

export default function LinkPage({ loaderData }: Route.ComponentProps) {
  return <Body page={loaderData.page} />;
}
