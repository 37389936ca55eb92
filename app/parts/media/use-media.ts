import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { draftFileUrl, uploadDraftFile } from "#app/live/media.ts";
import { draftNameOf } from "#lib/draft-address.ts";
import type { ImageWidth } from "#lib/image-address.ts";
import { createMediaAdder } from "./add-media.ts";
import type { Coming, MediaAdder } from "./add-media.ts";
import type { Measured } from "./measure-picture.ts";
import { useMediaOwner } from "./media-place.tsx";

const none: readonly Coming[] = [];

/**
 * Adds files to the draft of the MediaPlace around; undefined where there is none. What is on its way ends with the
 * component that asked for it.
 */
export function useMediaAdder(): { adder: MediaAdder | undefined; coming: readonly Coming[] } {
  const owner = useMediaOwner();
  const { kind, id } = owner ?? {};
  const adder = useMemo(
    () =>
      kind === undefined || id === undefined
        ? undefined
        : createMediaAdder({ owner: { kind, id }, upload: uploadDraftFile, measure }),
    [kind, id],
  );
  useEffect(() => () => adder?.close(), [adder]);
  const coming = useSyncExternalStore(
    adder?.subscribe ?? subscribeToNothing,
    () => adder?.snapshot() ?? none,
    () => none,
  );
  return { adder, coming };
}

async function measure(picture: Blob): Promise<Measured> {
  const { measurePicture } = await import("./measure-picture.ts");
  return measurePicture(picture);
}

export type PictureUrl = { url: string | undefined; problem: string | undefined };

/**
 * Where a picture of a document or a draft can be had by this page.
 * @param width of the one that is wanted of a published picture, in pixels
 */
export function usePictureUrl(src: string | undefined, width: ImageWidth = 640): PictureUrl {
  const isDraft = draftNameOf(src) !== undefined;
  const [found, setFound] = useState<PictureUrl & { src: string | undefined }>();
  useEffect(() => {
    if (!isDraft || src === undefined) return;
    const life = new AbortController();
    const show = (facts: PictureUrl) => {
      if (!life.signal.aborted) setFound({ src, ...facts });
    };
    draftFileUrl(src).then(
      (url) => show({ url, problem: undefined }),
      (error: unknown) =>
        show({ url: undefined, problem: error instanceof Error ? error.message : String(error) }),
    );
    return () => life.abort();
  }, [isDraft, src]);
  if (!isDraft)
    return { url: src === undefined ? src : publishedUrl(src, width), problem: undefined };
  return found !== undefined && found.src === src ? found : { url: undefined, problem: undefined };
}

function publishedUrl(src: string, width: ImageWidth): string {
  return src.replace(/^(\/img\/[^/]+\/)[^/]+(\/)/, `$1${width}.webp$2`);
}

function subscribeToNothing(): () => void {
  return () => {};
}
