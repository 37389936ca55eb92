import type { ShouldRevalidateFunctionArgs } from "react-router";
import { lazyPage } from "#app/ui/lazy-page.tsx";
import { metaOfPage } from "#app/ui/page-meta.ts";
import { backendContext } from "#lib/server-context.ts";
import type { Route } from "./+types/leetcode-page.ts";
import { leetCodePage } from "./leetcode-data.ts";

const Body = lazyPage(() => import("./leetcode.tsx"));
export const handle = Body;

export async function loader({ context }: Route.LoaderArgs) {
  return leetCodePage(await context.get(backendContext).publicData(), new Date());
}

/** A problem that is opened is in the query, of which the server knows nothing. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname;
}

export const meta = metaOfPage;

export default function LeetCodePage({ loaderData }: Route.ComponentProps) {
  return <Body data={loaderData} />;
}
