/** Files on their way into a message that is being written. */
import { useCallback, useMemo, useState } from "react";
import { newMessageId } from "#app/live/chat/open-room.ts";
import type { Upload } from "#app/live/uploads/upload.ts";
import { logFailure } from "#app/parts/uploader/log-failure.ts";
import { uploadsOf } from "#app/parts/uploader/held-uploads.ts";
import { useHeld } from "#app/parts/uploader/use-held.ts";
import { mostFileBytes, mostFilesOfMessage } from "#lib/chat/limits.ts";
import type { MessageFile } from "#lib/chat/message.ts";

export type Attachment = { file: MessageFile; upload: Upload | undefined; isDone: boolean };

export type Attachments = {
  all: readonly Attachment[];
  /** All of them are stored. */
  isReady: boolean;
  problem: string | undefined;
  give: (files: readonly File[]) => Promise<void>;
  drop: (path: string) => void;
  again: (path: string) => void;
  /** They go with a message. */
  take: () => MessageFile[];
};

export function useAttachments(uid: string, room: string): Attachments {
  const { uploads, list, failed } = useHeld(uid, uploadsOf);
  const [files, setFiles] = useState<readonly MessageFile[]>([]);
  const [problem, setProblem] = useState<string>();
  const nameOf = useCallback((path: string) => `chat/${room}/${path}`, [room]);
  const all = useMemo(
    () =>
      files.map((file): Attachment => {
        const upload = list.find(({ name }) => name === nameOf(file.path));
        return { file, upload, isDone: upload?.state === "done" };
      }),
    [files, list, nameOf],
  );

  async function give(given: readonly File[]): Promise<void> {
    if (given.length === 0) return;
    setProblem(undefined);
    if (!uploads) {
      setProblem(
        failed
          ? "Files cannot be sent: this browser keeps nothing for the site, or the site cannot be reached."
          : "Files can be sent in a moment. Try again.",
      );
      return;
    }
    const small = given.filter(({ size }) => size > 0 && size <= mostFileBytes);
    const taken = small.slice(0, Math.max(0, mostFilesOfMessage - files.length));
    if (small.length < given.length) {
      setProblem("A file is empty, or larger than 100 MB: it was not taken.");
    } else if (taken.length < small.length) {
      setProblem(`A message has ${mostFilesOfMessage} files at most. The others were not taken.`);
    }
    const coming = await Promise.all(
      taken.map(async (file) => ({ file, of: await factsOf(file) })),
    );
    const named = coming.map(({ file, of }) => ({
      file,
      of: { path: `${uid}/${newMessageId()}`, ...of },
    }));
    try {
      await uploads.add(
        named.map(({ file, of }) => ({ file, name: nameOf(of.path), isFresh: true })),
      );
      setFiles((before) => [...before, ...named.map(({ of }) => of)]);
    } catch (error) {
      logFailure("Files were not taken", error);
      setProblem("These files could not be taken: the browser has no space to note them.");
    }
  }

  const uploadOf = (path: string) => all.find(({ file }) => file.path === path)?.upload;
  return {
    all,
    isReady: all.every(({ isDone }) => isDone),
    problem,
    give,
    drop(path) {
      const upload = uploadOf(path);
      if (upload) void uploads?.cancel(upload.id);
      setFiles((before) => before.filter((file) => file.path !== path));
    },
    again(path) {
      const upload = uploadOf(path);
      if (upload) uploads?.retry(upload.id);
    },
    take() {
      for (const { upload } of all) if (upload) void uploads?.cancel(upload.id);
      setFiles([]);
      setProblem(undefined);
      return [...files];
    },
  };
}

async function factsOf(file: File): Promise<Omit<MessageFile, "path">> {
  const facts = { name: file.name.slice(0, 200) || "file", type: file.type, bytes: file.size };
  if (!file.type.startsWith("image/")) return facts;
  try {
    const { width, height, close } = await bitmapOf(file);
    close();
    return { ...facts, width, height };
  } catch {
    // No picture that this browser can show: it is a file like any other.
    return facts;
  }
}

async function bitmapOf(file: File) {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const { width, height } = bitmap;
  return { width, height, close: () => bitmap.close() };
}
