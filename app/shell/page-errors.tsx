import type { Route } from "./+types/page-errors.ts";
import { ErrorPage } from "./error-page.tsx";

/** Stands between the frame and every page: what fails in a page is said in its place, and the frame stays. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
