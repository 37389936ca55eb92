/** Which of all posts were better: their order by taste, made of questions. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import type { ContentItem } from "#lib/content/item.ts";

const Dialog = latePart(async () => (await import("./compare-dialog.tsx")).CompareDialog, null);

type Props = { items: readonly ContentItem[]; onChanged: () => void };

export function CompareButton({ items, onChanged }: Props) {
  const [isOpen, setOpen] = useState(false);
  // One alone is neither better nor worse.
  if (items.length < 2) return null;
  return (
    <>
      <Button variant="subtle" onClick={() => setOpen(true)}>
        Compare
      </Button>
      {isOpen ? (
        <Dialog
          items={items}
          onClose={() => {
            setOpen(false);
            onChanged();
          }}
        />
      ) : null}
    </>
  );
}
