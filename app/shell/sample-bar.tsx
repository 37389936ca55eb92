import { Link } from "react-router";
import { useSession } from "#app/session/session.ts";
import type { SampleShare } from "#lib/server-backend.ts";

/** Says what of the content is invented, and where to make the site one's own. */
export function SampleBar({ share }: { share: SampleShare }) {
  const { user } = useSession();
  return (
    <p>
      <strong>
        {share === "some" ? "Some of it is sample content." : "This is sample content."}
      </strong>{" "}
      {/* Who owns the site is often not signed in; whoever is, and may not, is not led to a refusal. */}
      {user && !user.roles.admin ? null : (
        <>
          Make it yours in the <Link to="/WebsiteManager">website manager</Link>.
        </>
      )}
    </p>
  );
}
