/** What a page would show, with pictures that only the draft has yet: their addresses are no server's. */
import { useEffect, useMemo, useState } from "react";
import { draftNameOf } from "#lib/draft-address.ts";

/** One transparent point, as long as the picture is on its way. */
const nothing = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

/** A copy whose `src` of drafts the browser can show; the same one as long as nothing in it changed. */
export function useDraftPictures<Value>(value: Value): Value {
  const names = useMemo(() => [...srcsIn(value)].toSorted().join("\n"), [value]);
  const [urls, setUrls] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    if (names === "") return;
    const life = new AbortController();
    const read = async () => {
      const { draftFileUrl } = await import("#app/live/media.ts");
      await Promise.all(
        names.split("\n").map(async (src) => {
          try {
            const url = await draftFileUrl(src);
            if (!life.signal.aborted) setUrls((before) => new Map(before).set(src, url));
          } catch {
            // Its place stays empty: the field beside the preview says that it did not come.
          }
        }),
      );
    };
    read().catch(() => {});
    return () => life.abort();
  }, [names]);
  return useMemo(
    () => (names === "" ? value : (shown(value, urls) as Value)),
    [value, names, urls],
  );
}

function srcsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== "object" || value === null) return found;
  if (!Array.isArray(value) && isDraftPicture(value)) found.add(value.src);
  for (const entry of Object.values(value)) srcsIn(entry, found);
  return found;
}

function shown(value: unknown, urls: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((entry) => shown(entry, urls));
  if (typeof value !== "object" || value === null) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, shown(entry, urls)]),
  );
  return isDraftPicture(value) ? { ...copy, src: urls.get(value.src) ?? nothing } : copy;
}

/** Not of a PDF, which only its link leads to: it may be large. */
function isDraftPicture(value: object): value is { src: string } {
  return "alt" in value && "src" in value && draftNameOf(value.src) !== undefined;
}
