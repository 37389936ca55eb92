import type { ReactNode } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from "react-router";
import { backendContext, originContext } from "#lib/server-context.ts";
import type { Route } from "./+types/root.ts";
import { DocumentHead } from "./shell/document-head.tsx";
import { ErrorPage } from "./shell/error-page.tsx";
import { BackToTop, Footer } from "./shell/footer.tsx";
import { Header } from "./shell/header.tsx";
import { usePageViews } from "./shell/page-views.ts";
import { Preloader } from "./shell/preloader.tsx";
import { siteFrame } from "./shell/site-frame.ts";
import { TopBar } from "./shell/top-bar.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const frame = siteFrame(await context.get(backendContext).publicData());
  return { ...frame, origin: context.get(originContext) };
}

export function Layout({ children }: { children: ReactNode }) {
  const site = useRouteLoaderData<typeof loader>("root");
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <DocumentHead indexable={site?.indexable ?? false} accent={site?.accent} />
        <Meta />
        <Links />
      </head>
      <body>
        <TopBar announcement={site?.announcement} sample={site?.sample ?? false} />
        <Header name={site?.name ?? ""} />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer name={site?.name ?? ""}>
          <BackToTop profiles={site?.profiles ?? []} email={site?.email} />
        </Footer>
        <Preloader name={site?.name ?? ""} />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  usePageViews();
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
