/** Single keys of the files; those of the list with the arrows, and Ctrl with a letter, are elsewhere. */
import type { ToolShortcut } from "#app/ui/tool-shortcuts.ts";
import type { ActId } from "./room-acts.ts";

type Parts = {
  mayWrite: boolean;
  /** With what is chosen. */
  run: (id: ActId) => void;
  onFolder: () => void;
  onDetails: () => void;
  onLayout: () => void;
  onUp: () => void;
};

export function shortcutsOf({
  mayWrite,
  run,
  onFolder,
  onDetails,
  onLayout,
  onUp,
}: Parts): ToolShortcut[] {
  return [
    ...(mayWrite
      ? [
          { key: "n", title: "New folder", run: onFolder },
          { key: "u", title: "Upload", run: pressUpload },
        ]
      : []),
    { key: "s", title: "Star what is selected, or take it away", run: () => run("star") },
    { key: "m", title: "Move what is selected", run: () => run("move") },
    { key: "d", title: "Download what is selected", run: () => run("download") },
    { key: "i", title: "Details", run: onDetails },
    { key: "v", title: "List or grid", run: onLayout },
    { key: "[", title: "The folder above", run: onUp },
  ];
}

/** Only a real button may ask for files. */
function pressUpload(): void {
  const buttons = document.querySelectorAll<HTMLElement>(".tool-action button");
  const upload = [...buttons].find((button) => button.textContent === "Upload");
  upload?.focus();
  upload?.click();
}
