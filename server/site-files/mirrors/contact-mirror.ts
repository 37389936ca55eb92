import { contactWays } from "#lib/contact/contact-ways.ts";
import { heading, link, list, paragraph } from "./markdown.ts";
import type { Mirror } from "./mirror.ts";

export const contactMirror: Mirror = ({ data, origin }) => [
  heading(1, "Contact"),
  `Write to me with the form at ${link(`${origin}/contact`, `${origin}/contact`)}.`,
  list(
    contactWays(data.resume)
      .flatMap(({ links }) => links)
      .map(({ text, url }) =>
        url ? link(text, new URL(url, origin).href) : (paragraph(text) ?? ""),
      ),
  ),
];
