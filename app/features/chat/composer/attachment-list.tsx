import type { Attachment, Attachments } from "./use-attachments.ts";

export function AttachmentList({ attachments }: { attachments: Attachments }) {
  const { all, drop, again } = attachments;
  if (all.length === 0) return null;
  return (
    <ul className="chat-attachments" aria-label="Files of this message">
      {all.map((one) => (
        <li key={one.file.path} data-state={one.upload?.state}>
          <span dir="auto">{one.file.name}</span>
          <span className="faint">{wordsOf(one)}</span>
          {one.upload?.state === "failed" ? (
            <button type="button" className="act" onClick={() => again(one.file.path)}>
              Try again
            </button>
          ) : null}
          <button
            type="button"
            className="act"
            aria-label={`Remove ${one.file.name}`}
            onClick={() => drop(one.file.path)}
          >
            Remove
          </button>
        </li>
      ))}
    </ul>
  );
}

function wordsOf({ upload, isDone }: Attachment): string {
  if (isDone) return "Ready";
  if (upload === undefined) return "Waiting";
  if (upload.state === "failed") return upload.error?.message ?? "Failed";
  if (upload.state === "needs-file") return "Cut off: attach it again";
  const part = upload.sizeBytes === 0 ? 0 : upload.sentBytes / upload.sizeBytes;
  return `${Math.round(part * 100)} %`;
}
