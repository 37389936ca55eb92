/** Where files of journals lie in a browser, in one file for a page, with what a test does there by name. */
import {
  type FileStore,
  type NewFile,
  openFileStore,
} from "../../app/live/journal-files/file-store.ts";
import { smallerPictures } from "../../app/live/journal-files/small-pictures.ts";
import {
  countWaitingFiles,
  forgetJournalFiles,
} from "../../app/live/journal-files/waiting-files.ts";
import { recordOf } from "../../app/live/uploads/upload-record.ts";

const uid = "ada";
let store: FileStore | undefined;
let order = 0;

const opened = async () => (store ??= await openFileStore(uid));

function made(journal: string, name: string, text: string, isSmall: boolean): NewFile {
  order += 1;
  const blob = new Blob([text]);
  const upload = recordOf({ file: new File([blob], name), name }, { uid, tab: "", order });
  return { journal, name, group: name.replace(/-s$/, ""), isSmall, order, upload, blob };
}

export async function add(journal: string, name: string, text: string): Promise<void> {
  const files = [
    made(journal, `${name}-s`, `small ${text}`, true),
    made(journal, name, text, false),
  ];
  await (await opened()).add(files);
}

export async function waiting(): Promise<string[]> {
  return (await (await opened()).waiting()).map(({ journal, name }) => `${journal}/${name}`);
}

export async function text(journal: string, name: string): Promise<string | undefined> {
  return (await (await opened()).blob({ journal, name }))?.text();
}

/** Of the upload that is there now, or of one that was there before. */
export async function sent(journal: string, name: string, isOld: boolean): Promise<void> {
  const file = (await (await opened()).find({ journal, name }))!;
  await store!.sent({ ...file, upload: { ...file.upload, ...(isOld && { id: "old" }) } });
}

export async function cache(journal: string, name: string, bytes: number): Promise<void> {
  await (await opened()).cache({ journal, name }, new Blob([new Uint8Array(bytes)]));
  // Two in one millisecond have no order.
  await new Promise((resolve) => setTimeout(resolve, 3));
}

export async function trim(mostBytes: number): Promise<void> {
  await (await opened()).trim(mostBytes);
}

export async function removeJournal(journal: string): Promise<void> {
  await (await opened()).removeJournal(journal);
}

export const count = (of = uid) => countWaitingFiles(of);
export const forget = () => forgetJournalFiles(uid);

/** Of a picture with so many pixels: what is made of it, by its sides. */
export async function smaller(width: number, height: number) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d")!;
  context.fillStyle = "#c33";
  context.fillRect(0, 0, width / 2, height);
  const file = await canvas.convertToBlob({ type: "image/png" });
  const made = await smallerPictures(file);
  const sides = async (blob: Blob | undefined) => {
    if (!blob) return undefined;
    const bitmap = await createImageBitmap(blob);
    return `${blob.type} ${bitmap.width} ${bitmap.height}`;
  };
  return {
    width: made.width,
    height: made.height,
    small: await sides(made.small),
    middle: await sides(made.middle),
  };
}

export const smallerOf = (content: string, type: string) =>
  smallerPictures(new Blob([content], { type }));
