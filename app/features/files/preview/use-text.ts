import { useCallback } from "react";
import { openRemoteFile } from "#app/live/drive/remote-file.ts";
import { decodeText } from "./decode-text.ts";
import { useLoaded } from "./use-loaded.ts";
import type { ViewedFile } from "./view-props.ts";

/** `text` undefined: it is none. @param most bytes */
export function useText(file: ViewedFile, most: number) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const isCut = file.size > most;
      const bytes = await openRemoteFile(file, file.size).read(
        0,
        Math.min(file.size, most),
        signal,
      );
      return { text: decodeText(bytes, isCut), isCut };
    },
    [file, most],
  );
  return useLoaded(load);
}
