/** Texts that were written at once, and the way to where they are compared. */
import { Button } from "@mantine/core";
import { isOfEntry } from "../entry/lost-of.ts";
import { keyOf } from "../store/room-index.ts";
import { useAddress } from "../use-address.ts";
import { useOpenLost } from "./use-open-lost.ts";

export function LostNote() {
  const { show, openEntry } = useAddress();
  const lost = useOpenLost() ?? [];
  const { length: count } = lost;
  const [key, ...others] = new Set(lost.map(({ journal, of }) => keyOf(journal, of)));
  if (key === undefined) return null;
  const isOfOne = others.length === 0 && lost.every(isOfEntry);
  return (
    <div className="kept-note">
      <p>
        {count === 1 ? "1 text was" : `${count} texts were`} written in two places at once. Both are
        kept.
      </p>
      <Button
        variant="default"
        size="compact-md"
        onClick={() => (isOfOne ? openEntry(key) : show("lost"))}
      >
        {isOfOne ? "Compare" : "See them"}
      </Button>
    </div>
  );
}
