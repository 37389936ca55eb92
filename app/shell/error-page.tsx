import { isRouteErrorResponse, Link, useLocation } from "react-router";

/** Shown in place of a page whose loader or component failed. The cause is in the server's log, not here. */
export function ErrorPage({ error }: { error: unknown }) {
  const { pathname } = useLocation();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <section className="page notice" role="alert">
      <title>Something went wrong</title>
      <h1>Something went wrong</h1>
      <p>
        This page could not be shown (error {status}). Your data is safe. Load it again, or start
        over from home.
      </p>
      <p>
        <Link to={pathname} reloadDocument>
          Load this page again
        </Link>{" "}
        · <Link to="/">Go to the home page</Link>
      </p>
    </section>
  );
}
