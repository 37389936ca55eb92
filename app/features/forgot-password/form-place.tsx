import type { ReactNode } from "react";

/** Where one acts; without scripts it says that it needs them. */
export function FormPlace({ children }: { children: ReactNode }) {
  return (
    <div className="gate">
      <div className="sign-in scripted">{children}</div>
      <noscript>
        <p>This needs JavaScript. Switch it on and load the page again.</p>
      </noscript>
    </div>
  );
}
