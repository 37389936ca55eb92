/** Files that are dropped or pasted anywhere on the page. */
import { useEffect, useEffectEvent, useState } from "react";

export type GivenFiles = {
  files: File[];
  /** How many folders came with them; no browser hands over what is in one as it does a file. */
  folders: number;
  /** Browsers give each pasted picture the same name. */
  pasted: boolean;
};

/** Calls `onGiven` with them; true while files are held over the page. */
export function useFilesGiven(onGiven: (given: GivenFiles) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const give = useEffectEvent(onGiven);
  useEffect(() => {
    const life = new AbortController();
    const on = <Kind extends "dragover" | "dragleave" | "drop" | "paste">(
      kind: Kind,
      listener: (event: DocumentEventMap[Kind]) => void,
    ) => document.addEventListener(kind, listener, { signal: life.signal });

    on("dragover", (event) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setIsOver(!isBehindDialog());
    });
    on("dragleave", (event) => {
      // Within the page it only goes from one element to the next.
      if (event.relatedTarget === null) setIsOver(false);
    });
    on("drop", (event) => {
      setIsOver(false);
      if (!hasFiles(event.dataTransfer)) return;
      // Else the browser leaves the page and shows the file.
      event.preventDefault();
      if (!isBehindDialog()) give({ ...withoutFolders(event.dataTransfer), pasted: false });
    });
    on("paste", (event) => {
      const { clipboardData } = event;
      if (!hasFiles(clipboardData) || isField(event.target)) return;
      event.preventDefault();
      if (!isBehindDialog()) give({ ...withoutFolders(clipboardData), pasted: true });
    });
    return () => life.abort();
  }, []);
  return isOver;
}

/** What is given to a dialog is not meant for the page behind it. */
function isBehindDialog(): boolean {
  return document.querySelector("dialog:modal") !== null;
}

function hasFiles(data: DataTransfer | null): data is DataTransfer {
  return data?.types.includes("Files") === true;
}

function withoutFolders(data: DataTransfer): { files: File[]; folders: number } {
  const items = [...data.items].filter(({ kind }) => kind === "file");
  const files = items
    .filter((item) => item.webkitGetAsEntry()?.isDirectory !== true)
    .map((item) => item.getAsFile())
    .filter((file) => file !== null);
  return { files, folders: items.length - files.length };
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=file]), textarea"))
  );
}
