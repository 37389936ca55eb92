import { lazyPage } from "#app/ui/lazy-page.tsx";
import { metaOfPage } from "#app/ui/page-meta.ts";
import { backendContext, contactContext } from "#lib/server-context.ts";
import type { Route } from "./+types/contact-page.ts";
import { contactPage } from "./contact.server.ts";

const Body = lazyPage(() => import("./contact.tsx"));
export const handle = Body;

export async function loader({ context }: Route.LoaderArgs) {
  return contactPage(await context.get(backendContext).publicData(), context.get(contactContext));
}

export const meta = metaOfPage;

export default function ContactPage({ loaderData }: Route.ComponentProps) {
  return <Body data={loaderData} />;
}
