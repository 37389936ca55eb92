import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type { PublicFoodPost } from "#lib/documents/food-post.ts";
import type { PublicProject } from "#lib/documents/project.ts";
import type { PublicBackend } from "#lib/server-backend.ts";
import type { Render } from "../server/http/render.ts";

const project: PublicProject = {
  id: "one",
  slug: "one",
  title: "One",
  summary: "",
  tags: [],
  stack: [],
  links: [],
  gallery: [],
  featured: false,
  createTime: "2026-01-01T00:00:00Z",
  updateTime: "2026-01-01T00:00:00Z",
};

const post: PublicFoodPost = {
  id: "one",
  slug: project.slug,
  title: "One",
  summary: "",
  tags: [],
  dishes: [],
  gallery: [],
  createTime: "2026-01-01T00:00:00Z",
  updateTime: "2026-01-01T00:00:00Z",
};

// Its pages are the frame, the style sheet and what a page says when there is next to nothing to show.
const smallSite: PublicBackend = {
  publicVersion: () => 0,
  publicData: () =>
    Promise.resolve({
      version: 0,
      failed: false,
      projects: [project],
      certificates: [],
      problems: [],
      foodPosts: [post],
      foodWishlist: [],
      github: null,
      leetcode: null,
      resume: null,
      profile: null,
      settings: { indexable: true },
      sections: { home: [], about: [] },
      navigation: null,
      seo: null,
      redirects: [],
      sample: false,
    }),
};

/** Bytes (gzip) of a page's HTML of a nearly empty site, with the style sheet in it. `bundle` is the built server/app.ts. */
export async function createHtmlMeter(bundle: string): Promise<(path: string) => Promise<number>> {
  const { render } = (await import(pathToFileURL(bundle).href)) as { render: Render };
  return async (path) => {
    const { response } = await render(
      new Request(`http://localhost${path.replace(":slug", project.slug)}`),
      {
        backend: smallSite,
        origin: "http://localhost",
        nonce: "nonce",
        reportError: console.error,
        contact: { newToken: () => "" },
      },
    );
    return gzipSync(await response.bytes(), { level: 9 }).length;
  };
}
