/** Pictures and other files of a message; nothing of another site is ever shown. */
import { useEffect, useState } from "react";
import { fileTicket } from "#app/live/files.ts";
import { tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";
import { saveFile } from "#app/ui/save-file.ts";
import type { MessageFile } from "#lib/chat/message.ts";
import { PictureView } from "./late-parts.tsx";

const pictures = new Set(["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"]);
const box = { width: 360, height: 280 };

export function MessageFiles({ room, files }: { room: string; files: readonly MessageFile[] }) {
  return (
    <ul className="chat-files">
      {files.map((file) => (
        <li key={file.path}>
          {pictures.has(file.type) && file.width && file.height ? (
            <PictureFile room={room} file={file} />
          ) : (
            <OtherFile room={room} file={file} />
          )}
        </li>
      ))}
    </ul>
  );
}

const nameOf = (room: string, { path }: MessageFile) => `chat/${room}/${path}`;

function PictureFile({ room, file }: { room: string; file: MessageFile }) {
  const name = nameOf(room, file);
  const [url, setUrl] = useState<string>();
  const [isFailed, setFailed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const { width = 1, height = 1 } = file;
  const scale = Math.min(1, box.width / width, box.height / height);
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const download = () => run(save(name, file.name));
  useEffect(() => {
    const life = new AbortController();
    fileTicket(name).then(
      (found) => life.signal.aborted || setUrl(found),
      () => life.signal.aborted || setFailed(true),
    );
    return () => life.abort();
  }, [name]);
  if (isFailed) return <OtherFile room={room} file={file} />;
  return (
    <>
      <button
        type="button"
        className="chat-picture"
        aria-label={`Open the picture ${file.name}`}
        onClick={() => url !== undefined && setOpen(true)}
      >
        {url === undefined ? (
          // Its room is there before it, so nothing moves when it comes.
          <span
            className="chat-picture-place"
            style={{ width: size.width, aspectRatio: `${size.width} / ${size.height}` }}
          />
        ) : (
          <img
            src={url}
            alt={file.name}
            {...size}
            decoding="async"
            onError={() => setFailed(true)}
          />
        )}
      </button>
      {isOpen && url !== undefined ? (
        <PictureView
          name={file.name}
          url={url}
          onDownload={download}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

function OtherFile({ room, file }: { room: string; file: MessageFile }) {
  return (
    <button
      type="button"
      className="chat-file"
      onClick={() => run(save(nameOf(room, file), file.name))}
    >
      <span dir="auto">{file.name}</span> <span className="faint">{formatBytes(file.bytes)}</span>
    </button>
  );
}

/** By its bytes: its address has the id that it is stored by, which would be its name. */
async function save(stored: string, name: string): Promise<void> {
  const answer = await fetch(await fileTicket(stored));
  if (!answer.ok) throw new Error("This file is not there any more.");
  saveFile(name, await answer.blob());
}

function run(opening: Promise<void>): void {
  opening.catch((error: unknown) =>
    tellProblem(error instanceof Error ? error.message : "The file could not be opened."),
  );
}
