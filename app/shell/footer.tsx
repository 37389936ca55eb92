import type { ReactNode } from "react";

/** The foot of every page, around a further element. */
export function Footer({ name, children }: { name: string; children: ReactNode }) {
  return (
    <footer className="footer">
      {children}
      {name ? <p className="quiet">{name}</p> : null}
    </footer>
  );
}

type Profile = { network: string; url: string };

/** The way back up, with the owner's addresses elsewhere. */
export function BackToTop({
  profiles,
  email,
}: {
  profiles: readonly Profile[];
  email: string | undefined;
}) {
  return (
    <div className="back-to-top">
      <a href="#top">Back to top</a>
      <ul className="inline">
        {profiles.map(({ network, url }) => (
          <li key={url}>
            <a href={url} rel="me noopener noreferrer">
              {network}
            </a>
          </li>
        ))}
        {email ? (
          <li>
            <a href={`mailto:${email}`}>Email</a>
          </li>
        ) : null}
      </ul>
    </div>
  );
}
