import type { ReactNode } from "react";
import type { ProfileLink } from "#lib/documents/profile-links.ts";

/** The foot of every page, around a further element. */
export function Footer({ name, children }: { name: string; children: ReactNode }) {
  return (
    <footer className="footer">
      {children}
      {name ? <p className="quiet">{name}</p> : null}
    </footer>
  );
}

/** The way back up, with the owner's addresses elsewhere. */
export function BackToTop({
  profiles,
  email,
}: {
  profiles: readonly ProfileLink[];
  email: string | undefined;
}) {
  return (
    <div className="back-to-top">
      <a href="#top">Back to top</a>
      <ul className="inline">
        {profiles.map(({ label, url }) => (
          <li key={url}>
            <a href={url} rel="me noopener noreferrer">
              {label}
            </a>
          </li>
        ))}
        {email ? (
          <li>
            <a href={`mailto:${email}`}>E-mail</a>
          </li>
        ) : null}
      </ul>
    </div>
  );
}
