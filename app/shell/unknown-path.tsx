import { redirect } from "react-router";
import { canonicalPath } from "#lib/canonical-path.ts";
import { redirectOf } from "#lib/documents/redirects.ts";
import { backendContext } from "#lib/server-context.ts";
import type { Route } from "./+types/unknown-path.ts";

/** A page's address in the wrong case leads to the page; any unknown path where the owner says, else to / (specification §2). */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const page = canonicalPath(url.pathname);
  if (page !== undefined) return redirect(page);
  const { redirects } = await context.get(backendContext).publicData();
  return redirect(redirectOf(redirects, url.pathname)?.to ?? "/");
}

export default function UnknownPath() {
  return null;
}
