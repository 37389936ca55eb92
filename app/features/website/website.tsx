/** /WebsiteManager: everything that the owner decides about the site, a section at a time, each loaded when it is opened. */
import { NativeSelect } from "@mantine/core";
import { useEffect, useMemo, useRef, useState } from "react";
import type { ComponentType } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { SkeletonForm, SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import type { Sync } from "#app/parts/tool-frame/sync-state.tsx";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import { useInboxNews } from "./inbox/use-inbox-news.ts";
import { queryOf, sectionOf, sections } from "./sections.ts";
import type { SectionId } from "./sections.ts";
import { SyncContext, withTold, worstOf } from "./sync-context.ts";
import type { Told } from "./sync-context.ts";

const form = <SkeletonForm fields={5} />;
const rows = <SkeletonRows />;

const bodies: Record<SectionId, ComponentType> = {
  overview: latePart(async () => (await import("./overview/overview.tsx")).Overview, rows),
  profile: latePart(async () => (await import("./profile/profile.tsx")).Profile, form),
  home: latePart(async () => (await import("./home-about/home-about.tsx")).HomeAbout, rows),
  resume: latePart(async () => (await import("./resume/resume-section.tsx")).ResumeSection, form),
  navigation: latePart(async () => (await import("./navigation/navigation.tsx")).Navigation, rows),
  look: latePart(async () => (await import("./look/look.tsx")).Look, form),
  announcement: latePart(
    async () => (await import("./announcement/announcement.tsx")).Announcement,
    form,
  ),
  seo: latePart(async () => (await import("./seo/seo.tsx")).Seo, form),
  redirects: latePart(async () => (await import("./redirects/redirects.tsx")).Redirects, rows),
  media: latePart(async () => (await import("./media/media.tsx")).Media, rows),
  inbox: latePart(async () => (await import("./inbox/inbox.tsx")).Inbox, rows),
  analytics: latePart(async () => (await import("./analytics/analytics.tsx")).Analytics, rows),
  ai: latePart(async () => (await import("./ai/ai.tsx")).Ai, form),
  backups: latePart(async () => (await import("./backups/backups.tsx")).Backups, rows),
  health: latePart(async () => (await import("./health/health.tsx")).Health, rows),
};

export default function Website() {
  const current = sectionOf(useLocation().search);
  const navigate = useNavigate();
  const news = useInboxNews();
  const [told, setTold] = useState<Told>(new Map());
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(current);
  const place = useMemo(
    () => ({
      tell: (key: string, sync: Sync | undefined) => setTold((all) => withTold(all, key, sync)),
    }),
    [],
  );
  const titleOf = (id: SectionId, title: string) =>
    id === "inbox" && news > 0 ? `${title} (${news})` : title;

  useEffect(() => {
    // Whoever chose another section reads on there; who just came keeps the start of the page.
    if (shown.current !== current) heading.current?.focus();
    shown.current = current;
  }, [current]);

  const Body = bodies[current];
  const { title } = sections.find(({ id }) => id === current) ?? sections[0];
  return (
    <ToolFrame title="Website manager" sync={worstOf(told)}>
      <div className="website" data-section={current}>
        <nav className="website-nav" aria-label="Website manager">
          <ul>
            {sections.map((section, at) => (
              <li
                key={section.id}
                data-first={at > 0 && sections[at - 1]?.group !== section.group ? "" : undefined}
              >
                <Link
                  to={{ search: queryOf(section.id) }}
                  preventScrollReset
                  aria-current={section.id === current ? "page" : undefined}
                >
                  {titleOf(section.id, section.title)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <NativeSelect
          className="website-choice"
          aria-label="Section"
          value={current}
          onChange={({ currentTarget }) =>
            void navigate(
              { search: queryOf(currentTarget.value as SectionId) },
              { preventScrollReset: true, defaultShouldRevalidate: false },
            )
          }
          data={sections.map(({ id, title: name }) => ({ value: id, label: titleOf(id, name) }))}
        />
        <section className="website-section" aria-labelledby="website-title">
          <h2 id="website-title" ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <SyncContext value={place}>
            <Body key={current} />
          </SyncContext>
        </section>
      </div>
    </ToolFrame>
  );
}
