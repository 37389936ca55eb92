/** How somebody likes their files shown: kept in this browser, for all folders. */
import { useCallback, useState } from "react";
import type { Order } from "./order.ts";

export type Look = { layout: "list" | "grid"; order: Order };

const name = "foyer:files-look";
const usual: Look = { layout: "list", order: { by: "name", isDown: false } };
const fields: ReadonlySet<unknown> = new Set(["name", "updated", "size", "kind"]);

export function useLook(): [Look, (look: Partial<Look>) => void] {
  const [look, setLook] = useState(readLook);
  const change = useCallback((part: Partial<Look>) => {
    setLook((now) => {
      const next = { ...now, ...part };
      try {
        localStorage.setItem(name, JSON.stringify(next));
      } catch {
        // A browser that keeps nothing: it holds until the page is left.
      }
      return next;
    });
  }, []);
  return [look, change];
}

function readLook(): Look {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? "{}") as Partial<Look>;
    const layout = kept.layout === "grid" ? "grid" : "list";
    const { by, isDown } = kept.order ?? usual.order;
    return { layout, order: fields.has(by) ? { by, isDown } : usual.order };
  } catch {
    // As above, or something else under this name.
    return usual;
  }
}
