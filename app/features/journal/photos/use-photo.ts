import { useEffect, useState } from "react";
import type { PictureSize } from "#app/live/journal-files/journal-files.ts";
import { useJournal } from "../store/journal-context.ts";
import type { JournalMedia } from "../store/journal-store.ts";
import type { ShownPhoto } from "./photo-urls.ts";

const loading: ShownPhoto = { state: "loading" };

/** @param media undefined: it is not wanted now */
export function usePhoto(media: JournalMedia | undefined, size: PictureSize): ShownPhoto {
  const { uid } = useJournal();
  const { journal = "", id = "", type = "", width = 0, height = 0, sizeBytes = 0 } = media ?? {};
  const name = `${journal}/${id}/${size}`;
  const [told, setTold] = useState<{ name: string; shown: ShownPhoto }>();
  useEffect(() => {
    if (id === "") return;
    const life = new AbortController();
    const begin = async () => {
      // Rows without photos do without it.
      const { photoUrlsOf } = await import("./photo-urls.ts");
      if (life.signal.aborted) return;
      const end = photoUrlsOf(uid).hold(
        journal,
        { id, type, width, height, sizeBytes },
        size,
        (shown) => {
          if (!life.signal.aborted) setTold({ name, shown });
        },
      );
      life.signal.addEventListener("abort", end);
    };
    begin().catch((error: unknown) => {
      if (life.signal.aborted) return;
      // oxlint-disable-next-line no-console -- the browser's own words, for who looks there
      console.error("A part of this page did not load:", error);
      // The photo itself may well be here.
      const message = "It could not be shown. Load the page again once you are connected.";
      setTold({ name, shown: { state: "failed", reason: "unknown", message } });
    });
    return () => life.abort();
  }, [uid, name, journal, id, type, width, height, sizeBytes, size]);
  return told?.name === name ? told.shown : loading;
}
