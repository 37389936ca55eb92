/** Files that are dropped on an element, or pasted while the focus is in it. */
import { useState } from "react";
import type { ClipboardEvent, DragEvent } from "react";

export function useGivenFiles(onGiven: (files: File[]) => void, disabled: boolean) {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    listeners: {
      onDragOver(event: DragEvent) {
        if (disabled || !hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
        setOver(true);
      },
      onDragLeave(event: DragEvent) {
        const { currentTarget, relatedTarget } = event;
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)))
          setOver(false);
      },
      onDrop(event: DragEvent) {
        setOver(false);
        if (!hasFiles(event.dataTransfer)) return;
        // Else the browser leaves the page and shows the file.
        event.preventDefault();
        event.stopPropagation();
        if (!disabled) onGiven([...event.dataTransfer.files]);
      },
      onPaste(event: ClipboardEvent) {
        const files = [...event.clipboardData.files];
        if (disabled || files.length === 0 || isText(event.clipboardData)) return;
        event.preventDefault();
        event.stopPropagation();
        onGiven(files);
      },
    },
  };
}

/** Copied from a text, which may have a picture of itself beside it. */
function isText(data: DataTransfer): boolean {
  return data.getData("text/plain") !== "";
}

function hasFiles(data: DataTransfer): boolean {
  return data.types.includes("Files");
}
