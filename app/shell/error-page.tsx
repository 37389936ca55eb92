import { isRouteErrorResponse, Link, useLocation, useNavigate } from "react-router";

/** Shown in place of a page whose loader or component failed. The cause is in the server's log, not here. */
export function ErrorPage({ error }: { error: unknown }) {
  return isUnreachable(error) ? (
    <Unreachable />
  ) : (
    <Failed status={isRouteErrorResponse(error) ? error.status : 500} />
  );
}

function Unreachable() {
  const location = useLocation();
  const navigate = useNavigate();
  return (
    <section className="page notice" role="alert">
      <title>This page did not load</title>
      <h1>This page did not load</h1>
      <p>You are offline or the site cannot be reached. Nothing is lost.</p>
      <button
        type="button"
        onClick={() => void navigate(location, { replace: true, state: location.state })}
      >
        Try again
      </button>
    </section>
  );
}

function Failed({ status }: { status: number }) {
  const { pathname } = useLocation();
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

/** What `fetch` says in Chromium, Firefox and Safari when no answer comes, and React Router when it breaks off. */
const unreachable = /failed to fetch|network|load failed|offline|hostname|decode turbo-stream/i;

function isUnreachable(error: unknown): boolean {
  if (import.meta.env.SSR || isRouteErrorResponse(error)) return false;
  return !navigator.onLine || (error instanceof Error && unreachable.test(error.message));
}
