import type { AboutSection } from "#lib/documents/site.ts";
import { plainResume } from "#lib/resume/plain-resume.ts";
import { toMarkdown } from "#lib/rich-text/markdown.ts";
import type { SiteContent } from "../site-file.ts";
import { heading, list, paragraph, picture, section } from "./markdown.ts";
import type { Mirror } from "./mirror.ts";
import { entriesOf } from "./resume-mirror.ts";

export const aboutMirror: Mirror = (content) => {
  const { data, origin } = content;
  const photo = data.profile?.photo;
  return [
    heading(1, "About"),
    photo && picture(photo, origin),
    // In the owner's order; what is hidden is not among them.
    ...data.sections.about.map(({ id }) => parts[id](content)),
  ];
};

const parts: Record<AboutSection, (content: SiteContent) => string | undefined> = {
  story: ({ data: { profile, resume }, origin }) =>
    profile?.story ? toMarkdown(profile.story, { origin }) : paragraph(resume?.basics?.summary),
  now: ({ data: { profile } }) =>
    section("Now", list((profile?.now ?? []).map((line) => paragraph(line) ?? ""))),
  values: ({ data: { profile } }) =>
    section(
      "Values",
      list(
        (profile?.values ?? []).map(
          ({ title, text }) => `**${paragraph(title)}**: ${paragraph(text)}`,
        ),
      ),
    ),
  timeline: ({ data: { resume } }) => {
    const sections = resume === null ? [] : plainResume(resume).sections;
    return section(
      "Timeline",
      ...["Work", "Education"].map((title) =>
        list(
          (sections.find((each) => each.title === title)?.entries ?? []).map(
            ({ when, title: what, place }) =>
              paragraph([when, what, place].filter(Boolean).join(" · ")) ?? "",
          ),
        ),
      ),
    );
  },
  skills: ({ data: { resume } }) => {
    const found = resume && plainResume(resume).sections.find(({ title }) => title === "Skills");
    return found ? section("Skills", entriesOf(found)) : undefined;
  },
  uses: ({ data: { profile } }) =>
    section(
      "What I use",
      list(
        (profile?.uses ?? []).map(
          ({ title, items }) => `**${paragraph(title)}**: ${paragraph(items.join("; ")) ?? ""}`,
        ),
      ),
    ),
};
