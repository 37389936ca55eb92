import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type { PublicBackend } from "#lib/server-backend.ts";
import type { Render } from "../server/http/render.ts";

// Its pages are the frame, the style sheet and what a page says when there is nothing to show.
const emptySite: PublicBackend = {
  publicVersion: () => 0,
  publicData: () =>
    Promise.resolve({
      version: 0,
      failed: false,
      projects: [],
      certificates: [],
      problems: [],
      resume: null,
      profile: null,
      settings: { indexable: true },
      sections: { home: [] },
      sample: false,
    }),
};

/** Bytes (gzip) of a page's HTML of an empty site, with the style sheet in it. `bundle` is the built server/app.ts. */
export async function createHtmlMeter(bundle: string): Promise<(path: string) => Promise<number>> {
  const { render } = (await import(pathToFileURL(bundle).href)) as { render: Render };
  return async (path) => {
    const { response } = await render(new Request(`http://localhost${path}`), {
      backend: emptySite,
      origin: "http://localhost",
      nonce: "nonce",
      reportError: console.error,
    });
    return gzipSync(await response.bytes(), { level: 9 }).length;
  };
}
