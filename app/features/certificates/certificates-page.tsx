import { lazyPage } from "#app/ui/lazy-page.tsx";
import { metaOfPage } from "#app/ui/page-meta.ts";
import { backendContext } from "#lib/server-context.ts";
import type { Route } from "./+types/certificates-page.ts";
import { certificatesPage, today } from "./certificate-rows.ts";

const Body = lazyPage(() => import("./certificates.tsx"));
export const handle = Body;

export async function loader({ context }: Route.LoaderArgs) {
  return certificatesPage(await context.get(backendContext).publicData(), today());
}

export const meta = metaOfPage;

export default function CertificatesPage({ loaderData }: Route.ComponentProps) {
  return <Body data={loaderData} />;
}
