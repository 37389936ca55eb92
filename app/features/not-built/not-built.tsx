import { Link } from "react-router";
import { pageDescription } from "#lib/page-descriptions.ts";
import type { Page } from "#lib/pages.ts";

/** The body of every page that has a place but no room behind it yet. */
export default function NotBuilt({ page }: { page: Page }) {
  return (
    <>
      <h1>{page.title}</h1>
      <p className="lead after-title">{pageDescription(page.path)}</p>
      <p className="after-title">This page is not built yet.</p>
      <p className="trail after-title">
        <Link to="/">Go to the home page</Link>
      </p>
    </>
  );
}
