/** Files and folders that are dropped or pasted anywhere on the page. */
import { useEffect, useEffectEvent, useState } from "react";
import { type Handed, readDropped } from "./read-given.ts";

/**
 * @param onGiven not called while `isOn` is false: then nothing happens, where a browser would leave the page; `pasted`: browsers give each pasted picture the same name
 * @returns true while files are held over the page
 */
export function useGiven(
  isOn: boolean,
  onGiven: (handed: Promise<Handed>, pasted: boolean) => void,
): boolean {
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
      const isTaken = isOn && !isBehindDialog();
      if (!isTaken) event.dataTransfer.dropEffect = "none";
      setIsOver(isTaken);
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
      if (isOn && !isBehindDialog()) give(readDropped(event.dataTransfer), false);
    });
    on("paste", (event) => {
      const { clipboardData } = event;
      if (!isOn || !hasFiles(clipboardData)) return;
      if (isField(event.target) || isBehindDialog()) return;
      event.preventDefault();
      give(readDropped(clipboardData), true);
    });
    return () => {
      life.abort();
      setIsOver(false);
    };
  }, [isOn]);
  return isOver;
}

/** What is given to a dialog is not meant for the page behind it. */
function isBehindDialog(): boolean {
  return document.querySelector("dialog:modal") !== null;
}

function hasFiles(data: DataTransfer | null): data is DataTransfer {
  return data?.types.includes("Files") === true;
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=file]), textarea"))
  );
}
