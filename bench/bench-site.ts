/**
 * A finished site, as an owner has it after some weeks: nothing of the starter content, found by search engines, with
 * stored pictures, so that pages are measured as visitors get them.
 */
import { createBackend } from "#backend";
import { imageAddress } from "#lib/image-address.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createEmbeddedServerBackend } from "../server/backend-port/embedded.ts";
import { readIndexesFile, readRulesFiles } from "../server/config/rules-files.ts";
import { createLog } from "../server/log.ts";
import { drawPicture } from "./bench-pictures.ts";
import { certificates, profile, projects, resume } from "./bench-content.ts";

/** Fills the data folder, which nobody has open. */
export async function fillSite(dataDir: string): Promise<void> {
  const log = createLog("silent");
  const [rules, indexes] = await Promise.all([readRulesFiles(), readIndexesFile()]);
  const store = await createBackend({ dataDir, projectId: "foyer", log, rules, indexes });
  try {
    const backend = createEmbeddedServerBackend(store, { projectId: "foyer", log });
    await writeSite(backend);
    if ((await backend.publicData()).projects.length !== projects.length) {
      throw new Error("A project of the bench's site does not fit the schema.");
    }
  } finally {
    await store.close();
  }
}

async function writeSite(backend: ServerBackend): Promise<void> {
  let drawn = 0;
  const picture = async (alt: string, width: number, height: number) => {
    drawn += 1;
    const { jpeg, thumbhash } = await drawPicture(drawn, width, height);
    const name = `public/pictures/${drawn}.jpg`;
    const { md5Hash } = await backend.putObject(name, jpeg, { contentType: "image/jpeg" });
    const src = imageAddress({ name, md5Hash }, 960, "webp");
    return { src, alt, width, height, thumbhash };
  };
  await backend.commit([
    { set: "site/resume", data: { document: resume } },
    {
      set: "site/profile",
      data: { ...profile, photo: await picture("Portrait by a window", 1200, 1500) },
    },
    { set: "site/settings", data: { indexable: true, accent: "#8a3b12" } },
  ]);
  for (const [at, project] of projects.entries()) {
    const gallery = [];
    for (let shown = 0; shown < at % 4; shown += 1) {
      gallery.push(await picture(`${project.title}, view ${shown + 1}`, 1600, 1067));
    }
    const cover = await picture(`${project.title} at work`, 1600, 1000);
    const data = {
      ...project,
      cover,
      gallery,
      hidden: false,
      order: `a${String.fromCharCode(97 + at)}`,
    };
    await backend.commit([{ set: `projects/${project.slug}`, data }]);
  }
  for (const [at, certificate] of certificates.entries()) {
    const image = await picture(`Certificate ${certificate.title}`, 1200, 850);
    await backend.commit([
      { set: `certificates/c${at}`, data: { ...certificate, image, hidden: false } },
    ]);
  }
}
