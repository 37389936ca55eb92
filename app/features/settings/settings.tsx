/** One's own account: a section at a time, each with an address. */
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import { useSession } from "#app/session/session.ts";
import type { SessionUser } from "#app/session/session.ts";
import { AppearanceSection } from "./appearance-section.tsx";
import { EmailSection } from "./email-section.tsx";
import { PrivacySection } from "./privacy-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { sectionOf, sections } from "./sections.ts";
import type { SectionId } from "./sections.ts";

/** The largest section, with parts that no other has. */
const Security = latePart(
  async () => (await import("./security/security.tsx")).Security,
  <SkeletonForm fields={5} />,
);

const Notifications = latePart(
  async () => (await import("./notifications-section.tsx")).NotificationsSection,
  <SkeletonForm fields={4} />,
);

const Ai = latePart(
  async () => (await import("./ai-section.tsx")).AiSection,
  <SkeletonForm fields={4} />,
);

const Tokens = latePart(
  async () => (await import("./tokens-section.tsx")).TokensSection,
  <SkeletonForm fields={2} />,
);

const Data = latePart(
  async () => (await import("./data-section.tsx")).DataSection,
  <SkeletonForm fields={2} />,
);

export default function Settings() {
  const { user } = useSession();
  const current = sectionOf(useLocation().hash);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLElement>(null);
  const shown = useRef(current);
  const { title } = sections.find(({ id }) => id === current) ?? sections[0];

  useEffect(() => {
    // Whoever chose another section reads on there; who just came keeps the start of the page.
    if (shown.current !== current) heading.current?.focus();
    // Where the sections are a row, the chosen one may be out of it.
    const link = list.current?.querySelector<HTMLElement>("[aria-current]");
    const row = list.current;
    if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
    shown.current = current;
  }, [current]);

  // The guard shows this to nobody else.
  if (user === undefined) return null;
  return (
    <ToolFrame title="Settings">
      <div className="settings">
        <nav ref={list} className="settings-nav" aria-label="Settings">
          <ul>
            {sections.map((section) => (
              <li key={section.id}>
                <Link
                  to={{ hash: section.id }}
                  preventScrollReset
                  aria-current={section.id === current ? "page" : undefined}
                >
                  {section.title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <section id={current} className="settings-section" aria-labelledby="settings-title">
          <h2 id="settings-title" ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <Body key={`${user.uid} ${current}`} id={current} user={user} />
        </section>
      </div>
    </ToolFrame>
  );
}

function Body({ id, user }: { id: SectionId; user: SessionUser }) {
  switch (id) {
    case "profile":
      return <ProfileSection user={user} />;
    case "email":
      return <EmailSection uid={user.uid} />;
    case "security":
      return <Security />;
    case "notifications":
      return <Notifications uid={user.uid} />;
    case "appearance":
      return <AppearanceSection />;
    case "ai":
      return <Ai user={user} />;
    case "tokens":
      return <Tokens user={user} />;
    case "privacy":
      return <PrivacySection />;
    case "data":
      return <Data />;
  }
}
