import { profileLinks } from "#lib/documents/profile-links.ts";
import { mirrorOf } from "#lib/found/addresses.ts";
import { pageAt, pagesIn } from "#lib/pages.ts";
import { heading, link, list, paragraph, section } from "./markdown.ts";
import type { Mirror } from "./mirror.ts";

const newest = 5;

export const homeMirror: Mirror = ({ data, origin }) => {
  const { resume, profile, projects, certificates, foodPosts, sections } = data;
  const basics = resume?.basics;
  const shown = new Set(sections.home.map(({ id }) => id));
  const to = (path: string) => link(pageAt(path).title, origin + mirrorOf(path));
  const featured = projects.filter((project) => project.featured);
  return [
    heading(1, basics?.name || pageAt("/").title),
    paragraph(profile?.tagline || basics?.label),
    section("Now", list((profile?.now ?? []).map((line) => paragraph(line) ?? ""))),
    shown.has("work")
      ? section(
          "Work",
          list([
            ...[...new Set([...featured, ...projects])]
              .slice(0, newest)
              .map(({ slug, title }) => link(title, origin + mirrorOf(`/project/${slug}`))),
            to("/project"),
            certificates[0] === undefined
              ? to("/certificates")
              : `${to("/certificates")}: ${paragraph(certificates[0].title)}`,
            to("/resume"),
          ]),
        )
      : undefined,
    shown.has("writing") && foodPosts.length > 0
      ? section(
          "Writing and food",
          list([
            ...foodPosts
              .slice(0, newest)
              .map(({ slug, title }) => link(title, origin + mirrorOf(`/foodblog/${slug}`))),
            to("/foodblog"),
            to("/foodwishlist"),
          ]),
        )
      : undefined,
    shown.has("play")
      ? section("Play", list(pagesIn("play").map(({ path }) => to(path))))
      : undefined,
    section("About", list([to("/about")])),
    shown.has("contact")
      ? section(
          "Contact",
          list([
            to("/contact"),
            ...profileLinks(resume).map(({ label, url }) => link(label, new URL(url, origin).href)),
          ]),
        )
      : undefined,
  ];
};
