import { pageDescription } from "#lib/page-descriptions.ts";
import { pageAt } from "#lib/pages.ts";
import { heading, link, paragraph } from "./markdown.ts";
import type { Mirror } from "./mirror.ts";

/** What can be said of a game: it is played on its page. */
export function gameMirror(path: string): Mirror {
  const { title } = pageAt(path);
  return ({ origin }) => [
    heading(1, title),
    paragraph(pageDescription(path)),
    `${link("Play it in the browser", origin + path)}, by keyboard, touch, mouse or gamepad.`,
  ];
}
