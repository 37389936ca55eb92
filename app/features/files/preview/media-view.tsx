/** Videos and sounds, which come piece by piece as they are played. */
import { useCallback, useRef, useState } from "react";
import { driveTicket, dropTicket } from "#app/live/drive/drive-tickets.ts";
import { openRemoteFile } from "#app/live/drive/remote-file.ts";
import { useLoaded } from "./use-loaded.ts";
import type { ViewProps } from "./view-props.ts";
import { FactsView, ViewProblem, Waiting } from "./view-states.tsx";

type Moment = { at: number; isPlaying: boolean };

/** Addresses end after minutes, films do not: where one breaks off it goes on from there, so often without having played on. */
const mostBreaks = 3;

export default function MediaView({
  file,
  onDownload,
  tag,
}: ViewProps & { tag: "video" | "audio" }) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      await openRemoteFile(file, file.size).read(0, 1, signal);
      return driveTicket(file);
    },
    [file],
  );
  const { value: url, problem, retry } = useLoaded(load);
  const [isStrange, setStrange] = useState(false);
  const left = useRef<Moment>(undefined);
  const breaks = useRef(0);

  async function goOn(media: HTMLMediaElement): Promise<void> {
    const isUnknown = media.error?.code === MediaError.MEDIA_ERR_DECODE;
    const hasPlayed = media.readyState > 0 || left.current !== undefined;
    breaks.current += 1;
    if (isUnknown || !hasPlayed || breaks.current > mostBreaks) {
      setStrange(true);
      return;
    }
    left.current = { at: media.currentTime, isPlaying: !media.paused };
    await dropTicket(file);
    retry();
  }

  if (problem) return <ViewProblem problem={problem} onRetry={retry} onDownload={onDownload} />;
  if (isStrange) {
    return (
      <FactsView file={file} onDownload={onDownload}>
        This browser cannot play this file. Download it to play it elsewhere.
      </FactsView>
    );
  }
  if (url === undefined) return <Waiting />;
  const Tag = tag;
  return (
    <div className="drive-media">
      <Tag
        src={url}
        controls
        playsInline
        preload="metadata"
        aria-label={file.name}
        data-own-arrows
        onLoadedMetadata={({ currentTarget }) => {
          const moment = left.current;
          if (moment === undefined) return;
          left.current = undefined;
          currentTarget.currentTime = moment.at;
          // A browser that wants a press first shows its button.
          if (moment.isPlaying) currentTarget.play().catch(() => undefined);
        }}
        onTimeUpdate={() => {
          breaks.current = 0;
        }}
        onError={({ currentTarget }) => void goOn(currentTarget)}
      />
    </div>
  );
}
