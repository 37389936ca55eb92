import { lazyPage } from "#app/ui/lazy-page.tsx";
import { metaOfPage } from "#app/ui/page-meta.ts";
import { backendContext } from "#lib/server-context.ts";
import type { Route } from "./+types/resume-page.ts";
import { resumePage } from "./resume-data.ts";

const Body = lazyPage(() => import("./resume.tsx"));
export const handle = Body;

export async function loader({ context }: Route.LoaderArgs) {
  return resumePage(await context.get(backendContext).publicData());
}

export const meta = metaOfPage;

export default function ResumePage({ loaderData }: Route.ComponentProps) {
  return <Body data={loaderData} />;
}
