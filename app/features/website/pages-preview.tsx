/** Home, about and resume as they will be with a part of the site as it is being written. */
import { SegmentedControl } from "@mantine/core";
import { useMemo, useState } from "react";
import type { CSSProperties } from "react";
import { aboutPage } from "#app/features/about/about-data.ts";
import { homePage } from "#app/features/home/home-data.ts";
import { resumePage } from "#app/features/resume/resume-data.ts";
import { PagePreview } from "#app/parts/page-preview/page-preview.tsx";
import { useDraftPictures } from "#app/parts/page-preview/use-draft-pictures.ts";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";
import { toPreview } from "#lib/content/preview.ts";
import type { SitePreviews } from "#lib/content/preview.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { PublicData } from "#lib/server-backend.ts";
import { useSiteData } from "./use-site-data.ts";

// The files that visitors load, not copies of them.
const waiting = <SkeletonForm fields={3} />;
const Home = latePart(async () => (await import("#app/features/home/home.tsx")).default, waiting);
const About = latePart(
  async () => (await import("#app/features/about/about.tsx")).default,
  waiting,
);
const Resume = latePart(
  async () => (await import("#app/features/resume/resume.tsx")).default,
  waiting,
);

type PageName = "home" | "about" | "resume";

const titles: Record<PageName, string> = { home: "Home", about: "About", resume: "Resume" };

type Props = {
  /** Which part is being written. */
  id: keyof SitePreviews;
  fields: PlainFields;
  /** The first one is shown first. */
  pages: readonly PageName[];
  /** Of what stands around the page. */
  style?: CSSProperties;
};

export function PagesPreview({ id, fields, pages, style }: Props) {
  const { data, problem, refresh } = useSiteData();
  const [chosen, setChosen] = useState<PageName>(pages[0] ?? "home");
  const merged = useMemo(
    () => data && { ...data, [id]: toPreview("site", id, fields) },
    [data, id, fields],
  );
  if (merged === undefined) {
    if (problem === undefined) return <SkeletonForm fields={3} />;
    return <ProblemNote text={problem} onRetry={refresh} />;
  }
  return (
    <>
      {pages.length > 1 ? (
        <SegmentedControl
          size="xs"
          aria-label="Page"
          value={chosen}
          onChange={(value) => setChosen(value)}
          data={pages.map((page) => ({ value: page, label: titles[page] }))}
        />
      ) : null}
      <PagePreview title={`Preview of ${titles[chosen].toLowerCase()}`}>
        <div style={style}>
          <Page name={chosen} data={merged} />
        </div>
      </PagePreview>
    </>
  );
}

function Page({ name, data }: { name: PageName; data: PublicData }) {
  const shown = useDraftPictures(data);
  if (name === "home") return <Home data={homePage(shown)} hasKeys={false} />;
  return name === "about" ? <About data={aboutPage(shown)} /> : <Resume data={resumePage(shown)} />;
}
