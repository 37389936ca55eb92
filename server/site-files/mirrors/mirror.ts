/** Each public page as Markdown, at its address with `.md`: for programs that read, and people who like it plain. */
import {
  everyFoundPage,
  foundPages,
  isItemPage,
  mirrorOf,
  pageOfFile,
} from "#lib/found/addresses.ts";
import type { SiteContent, SiteFileMaker } from "../site-file.ts";
import { aboutMirror } from "./about-mirror.ts";
import { certificatesMirror } from "./certificates-mirror.ts";
import { contactMirror } from "./contact-mirror.ts";
import { foodBlogMirror, foodPostMirror, foodWishlistMirror } from "./food-mirror.ts";
import { gameMirror } from "./game-mirror.ts";
import { gitHubMirror } from "./github-mirror.ts";
import { homeMirror } from "./home-mirror.ts";
import { leetCodeMirror } from "./leetcode-mirror.ts";
import { projectMirror, projectsMirror } from "./projects-mirror.ts";
import { resumeMirror } from "./resume-mirror.ts";

/** Blocks of Markdown, one below the other. */
export type Mirror = (content: SiteContent) => (string | undefined)[];

/** Every page that is there to be found has one: a test holds this equal to the pages. */
export const mirrors: Record<string, Mirror> = {
  "/": homeMirror,
  "/project": projectsMirror,
  "/certificates": certificatesMirror,
  "/github": gitHubMirror,
  "/leetcode": leetCodeMirror,
  "/foodblog": foodBlogMirror,
  "/foodwishlist": foodWishlistMirror,
  "/blockstacker": gameMirror("/blockstacker"),
  "/snake-game": gameMirror("/snake-game"),
  "/space-raiders": gameMirror("/space-raiders"),
  "/fruit-ninja": gameMirror("/fruit-ninja"),
  "/resume": resumeMirror,
  "/about": aboutMirror,
  "/contact": contactMirror,
};

export const mirror: SiteFileMaker = {
  owns(path) {
    return (isItemPage(path) ? /^\/[a-z]+\/[a-z0-9-]+\.md$/ : /^\/[a-z-]+\.md$/).test(path);
  },
  make(file, content) {
    const path = pageOfFile(file, "");
    if (mirrorOf(path) !== file || !everyFoundPage(content.data).includes(path)) return undefined;
    const blocks = foundPages().includes(path)
      ? mirrors[path]?.(content)
      : itemMirror(path, content);
    if (blocks === undefined) return undefined;
    return {
      contentType: "text/markdown; charset=utf-8",
      body: `${blocks.filter(Boolean).join("\n\n")}\n`,
      headers: [["Link", `<${content.origin}${path}>; rel="canonical"`]],
    };
  },
};

function itemMirror(path: string, content: SiteContent): ReturnType<typeof projectMirror> {
  const slug = path.slice(path.lastIndexOf("/") + 1);
  return path.startsWith("/foodblog/")
    ? foodPostMirror(slug, content)
    : projectMirror(slug, content);
}
