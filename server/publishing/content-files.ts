/**
 * The files of content: below `drafts/` while nobody but its writers may see them, below `public/` while visitors do. What
 * is published leaves behind what its file says besides the picture. docs/publishing.md
 */
import { otherSide, ownFolder } from "#lib/content/content-media.ts";
import type { Medium } from "#lib/content/content-media.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { ObjectInfo, ServerBackend } from "#lib/server-backend.ts";
import { ImageError } from "../images/errors.ts";
import { createCleanedMarks } from "./cleaned-mark.ts";
import type { CleanedMarkBackend } from "./cleaned-mark.ts";

/** The same picture with nothing in it but its pixels. @throws ImageError */
export type CleanPicture = (
  bytes: Uint8Array,
  options: { from: string; signal: AbortSignal },
) => Promise<{ bytes: Uint8Array<ArrayBuffer>; contentType: string }>;

type FilesBackend = Pick<
  ServerBackend,
  "getObject" | "openObject" | "putObject" | "updateObject" | "deleteObject" | "listObjects"
>;

/** Why a file cannot be published, as a sentence. */
export class UnfitFileError extends Error {
  override name = "UnfitFileError";
}

export type ContentFiles = {
  getObject(name: string): Promise<ObjectInfo | null>;
  /**
   * Makes the public file of a draft's.
   * @param options.to a name of its own, instead of the same one below `public/`
   * @throws UnfitFileError; ImageError; BackendError
   */
  publish(
    name: string,
    kind: Medium["kind"],
    options: { from: string; to?: string },
  ): Promise<ObjectInfo>;
  /** Byte for byte. False when there is nothing to copy. @throws BackendError */
  copy(from: string, to: string): Promise<boolean>;
  /** Names of an item's own files on one side. */
  list(side: "drafts" | "public", kind: ContentKind, id: string): Promise<string[]>;
  delete(name: string): Promise<void>;
  /**
   * Notes whether anything names the file. What is noted is no longer true of a file that comes anew under the name.
   * @returns milliseconds for which nothing has, as far as was noted; 0 of what is not there. @throws BackendError
   */
  noteNamed(name: string, isNamed: boolean, nowMs: number): Promise<number>;
};

const maxPictureBytes = 64 * 1024 * 1024;
const maxFileBytes = 20 * 1024 * 1024;
const copyTimeoutMs = 120_000;
const mostFiles = 2000;
/**
 * Says of an object that these bytes were cleaned here: what comes back from hiding is not encoded a second time. Clients
 * write the metadata of drafts themselves, so it is signed.
 */
const cleanedKey = "cleaned";
/** RFC 3339, UTC. Clients could write this one, too, who could as well delete the file. */
const unnamedKey = "unnamedSince";
const pdfSignature = "%PDF-";

export function createContentFiles(deps: {
  backend: FilesBackend & CleanedMarkBackend;
  clean: CleanPicture;
}): ContentFiles {
  const { backend, clean } = deps;
  const marks = createCleanedMarks(backend);

  async function read(info: ObjectInfo, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const answer = await backend.openObject(info.name, { signal });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new Error(`The stored file was answered with ${answer.status}.`);
    }
    return new Uint8Array(await answer.arrayBuffer());
  }

  async function copy(from: string, to: string): Promise<boolean> {
    const info = await backend.getObject(from);
    if (info === null) return false;
    const bytes = await read(info, AbortSignal.timeout(copyTimeoutMs));
    const cleaned = info.customMetadata[cleanedKey];
    await backend.putObject(to, bytes, {
      contentType: info.contentType ?? "application/octet-stream",
      ...(cleaned !== undefined && { customMetadata: { [cleanedKey]: cleaned } }),
    });
    return true;
  }

  return {
    getObject: (name) => backend.getObject(name),
    async publish(name, kind, { from, to: target = otherSide(name) }) {
      const info = await backend.getObject(name);
      if (info === null) throw fileGone();
      if (info.sizeBytes > (kind === "picture" ? maxPictureBytes : maxFileBytes)) {
        throw new UnfitFileError(
          kind === "picture"
            ? "This picture is larger than 64 MB. Upload a smaller one."
            : "This file is larger than 20 MB. Upload a smaller one.",
        );
      }
      const signal = AbortSignal.timeout(copyTimeoutMs);
      const bytes = await read(info, signal);
      if (kind === "file") {
        const start = Buffer.from(bytes.subarray(0, pdfSignature.length)).toString("latin1");
        if (start !== pdfSignature)
          throw new UnfitFileError("Only PDF files can be published here.");
        return backend.putObject(target, bytes, { contentType: "application/pdf" });
      }
      const contentType = info.contentType ?? "";
      const mark = info.customMetadata[cleanedKey];
      const isClean = mark !== undefined && (await marks.isOf(mark, { bytes, contentType }));
      const picture = isClean
        ? { bytes, contentType }
        : await clean(bytes, { from, signal }).catch((error: unknown) => {
            if (!(error instanceof ImageError) || error.status !== 422) throw error;
            throw new UnfitFileError(`${error.message} Upload another one.`);
          });
      return backend.putObject(target, picture.bytes, {
        contentType: picture.contentType,
        customMetadata: { [cleanedKey]: await marks.make(picture) },
      });
    },
    copy,
    async list(side, kind, id) {
      const names: string[] = [];
      let token: string | undefined;
      do {
        // oxlint-disable-next-line no-await-in-loop -- each page is known by the one before
        const page: Awaited<ReturnType<typeof backend.listObjects>> = await backend.listObjects(
          ownFolder(side, kind, id),
          { token, size: 500 },
        );
        names.push(...page.names);
        token = page.next;
      } while (token !== undefined && names.length < mostFiles);
      return names;
    },
    async delete(name) {
      await backend.deleteObject(name);
    },
    async noteNamed(name, isNamed, nowMs) {
      const info = await backend.getObject(name);
      if (info === null) return 0;
      const noted = info.customMetadata[unnamedKey];
      if (isNamed) {
        if (noted !== undefined) await note(name, null);
        return 0;
      }
      const age = nowMs - Date.parse(noted ?? "");
      if (age >= 0) return age;
      await note(name, new Date(nowMs).toISOString());
      return 0;
    },
  };

  async function note(name: string, since: string | null): Promise<void> {
    try {
      await backend.updateObject(name, { customMetadata: { [unnamedKey]: since } });
    } catch (error) {
      // It went meanwhile.
      if (!(error instanceof BackendError && error.status === "NOT_FOUND")) throw error;
    }
  }
}

export function fileGone(): UnfitFileError {
  return new UnfitFileError("This file is not there any more. Upload it again.");
}
