import type { ReactNode } from "react";
import { useEffect } from "react";
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from "react-router";
import { canonicalPath } from "#lib/canonical-path.ts";
import { backendContext, originContext, serviceWorkerContext } from "#lib/server-context.ts";
import { trimSlashes } from "#lib/trim-slashes.ts";
import type { Route } from "./+types/root.ts";
import { DocumentHead } from "./shell/document-head.tsx";
import { ErrorPage } from "./shell/error-page.tsx";
import { BackToTop, Footer } from "./shell/footer.tsx";
import { Header } from "./shell/header.tsx";
import { PagePlace } from "./shell/page-place.tsx";
import { usePageViews } from "./shell/page-views.ts";
import { Preloader } from "./shell/preloader.tsx";
import { registerServiceWorker } from "./shell/register-service-worker.ts";
import { siteFrame } from "./shell/site-frame.ts";
import type { SiteFrame } from "./shell/site-frame.ts";
import { themeOfDocument } from "./shell/theme-script.ts";
import { TopBar } from "./shell/top-bar.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const frame = siteFrame(await context.get(backendContext).publicData());
  const serviceWorker = context.get(serviceWorkerContext);
  return { ...frame, origin: context.get(originContext), serviceWorker };
}

/**
 * What the frame shows holds for the visit: a navigation that fails must cost the page only, not the frame. But React
 * Router's client takes a page's address in the wrong case for the page, and only the server can lead to the right one.
 */
export function shouldRevalidate({ nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  const page = canonicalPath(nextUrl.pathname);
  return page !== undefined && page !== trimSlashes(nextUrl.pathname);
}

export function Layout({ children }: { children: ReactNode }) {
  // Undefined where it could not be loaded: the frame then says what it can.
  const site: Partial<SiteFrame> = useRouteLoaderData<typeof loader>("root") ?? {};
  const { name = "", sample = false, announcement, navigation = [], profiles = [], email } = site;
  return (
    <html lang="en" data-theme={themeOfDocument()} suppressHydrationWarning>
      <head>
        <DocumentHead site={site} />
        <Meta />
        <Links />
      </head>
      <body>
        <TopBar announcement={announcement} sample={sample} />
        <Header name={name} navigation={navigation} />
        <PagePlace>{children}</PagePlace>
        <Footer name={name}>
          <BackToTop profiles={profiles} email={email} />
        </Footer>
        <Preloader name={name} />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const { serviceWorker } = loaderData;
  usePageViews();
  useEffect(() => {
    if (serviceWorker) registerServiceWorker();
  }, [serviceWorker]);
  return <Outlet />;
}

/** The last resort: React then makes the whole document anew. What fails in a page stops at shell/page-errors. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
