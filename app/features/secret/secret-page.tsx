import { lazyPage } from "#app/ui/lazy-page.tsx";
import { metaOfPage } from "#app/ui/page-meta.ts";
import { backendContext } from "#lib/server-context.ts";
import type { Route } from "./+types/secret-page.ts";
import { fileTree } from "./secret.server.ts";

const Body = lazyPage(() => import("./secret.tsx"));

export async function loader({ context }: Route.LoaderArgs) {
  return fileTree(await context.get(backendContext).publicData());
}

export const meta = metaOfPage;

export default function SecretPage({ loaderData }: Route.ComponentProps) {
  return <Body root={loaderData} />;
}
