/**
 * `/og/about.png`: the picture that other sites show beside a link to a page. Drawn once for what it says, in a process
 * of its own, and kept; only pages that exist have one, so nobody can ask for more than there is.
 */
import { join } from "node:path";
import { pageFacts } from "#lib/found/page-facts.ts";
import { pageOfFile, pictureOf, pictureTypeOf } from "#lib/found/addresses.ts";
import { usualAccent } from "#lib/usual-accent.ts";
import type { Log } from "../log.ts";
import { createProcesses } from "../processes/create-processes.ts";
import { packagesFolder } from "../processes/packages-folder.ts";
import { createMadeInTurn } from "../site-files/made-in-turn.ts";
import type { SiteContent, SiteFileMaker } from "../site-files/site-file.ts";
import type { OgAnswer, OgJob } from "./og-job.ts";

/** All of a site with 500 projects: the largest take 60 kB. */
const keptBytes = 32 * 1024 * 1024;
const jobTimeoutMs = 20_000;
const processIdleMs = 30_000;
const maxHeapMb = 256;
const maxJobs = 100;
/** They hold no more than their texts. One is drawn in a third of a second. */
const maxWaiting = 200;
const waitMs = 10_000;

/** The bytes of a stored picture by its address on this site; undefined where there is none that fits. */
export type ReadCover = (src: string, signal: AbortSignal) => Promise<Uint8Array | undefined>;

export type OgPictures = {
  maker: SiteFileMaker;
  /** Of the processes that draw now. */
  pids(): number[];
  close(): Promise<void>;
};

export function createOgPictures({
  readCover,
  log,
  now,
}: {
  readCover: ReadCover;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): OgPictures {
  const processes = createProcesses<OgJob, OgAnswer>({
    purpose: "pictures beside links",
    program: join(import.meta.dirname, "og-process.ts"),
    readable: [packagesFolder("satori"), join(import.meta.dirname, "../../lib")],
    log,
    idleMs: processIdleMs,
    timeoutMs: jobTimeoutMs,
    maxHeapMb,
    maxJobs,
  });
  // Nobody waits for these pictures but other sites' servers.
  const made = createMadeInTurn({
    what: "a picture beside a link",
    log,
    now,
    keptBytes,
    maxWaiting,
    waitMs,
  });

  function makePicture({ job, src }: Wanted): Promise<Buffer> {
    return made.make([job, src], async (signal) => {
      const cover = src === undefined ? undefined : await readCover(src, signal);
      return processes.run({ ...job, cover }, signal);
    });
  }

  return {
    maker: {
      owns: (path) =>
        /^\/og(?:\/[a-z0-9-]+\.png|\/(?:project|foodblog)\/[a-z0-9-]+\.jpg)$/.test(path),
      async make(file, content) {
        const path = pageOfFile(file, "/og");
        if (pictureOf(path) !== file) return undefined;
        const wanted = wantedOf(path, content);
        if (wanted === undefined) return undefined;
        return {
          contentType: pictureTypeOf(path),
          body: await makePicture(wanted),
          isKept: true,
          // It is there for pages of other sites.
          headers: [["Cross-Origin-Resource-Policy", "cross-origin"]],
        };
      },
    },
    pids: () => processes.pids(),
    async close() {
      made.close(new Error("The server stops."));
      await processes.close();
    },
  };
}

/** `src`: of the cover, which is read when the picture's turn has come. */
type Wanted = { job: OgJob; src: string | undefined };

function wantedOf(path: string, { data, origin }: SiteContent): Wanted | undefined {
  const facts = pageFacts(path, data);
  if (facts === undefined) return undefined;
  return {
    job: {
      title: facts.title,
      description: facts.description,
      siteName: data.resume?.basics?.name ?? "",
      host: new URL(origin).host,
      accent: data.settings.accent ?? usualAccent,
      type: pictureTypeOf(path),
      cover: undefined,
    },
    src: facts.cover?.src,
  };
}
