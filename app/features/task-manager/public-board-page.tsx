import { redirect } from "react-router";
import { lazyPage } from "#app/ui/lazy-page.tsx";
import { metaOfItem } from "#app/ui/page-meta.ts";
import { publicVisitContext } from "#lib/server-context.ts";
import type { Route } from "./+types/public-board-page.ts";

const Body = lazyPage(() => import("./public-board.tsx"));
export const handle = Body;

export function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(publicVisitContext);
  if (visit === "failed") throw new Response(null, { status: 503 });
  // As any address that leads nowhere: nobody learns whether there was a board.
  if (visit === "none") throw redirect("/");
  return visit.board;
}

export const meta = metaOfItem;

export default function PublicBoardPage({ loaderData }: Route.ComponentProps) {
  return <Body board={loaderData} />;
}
