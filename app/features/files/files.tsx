/** /FileStorageApp: one's own files in folders, and what others share. */
import { useMemo } from "react";
import type { Drive } from "#app/live/drive/drive.ts";
import { MantinePlace } from "#app/parts/tool-frame/mantine-place.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import { useSession } from "#app/session/session.ts";
import { LinksView, SharedFiles, SharedView, SpaceView, TrashView } from "./late-views.tsx";
import { driveTop } from "./move/drive-top.ts";
import { Room } from "./room.tsx";
import { sourceOf } from "./source.ts";
import { driveName } from "./trash/words.ts";
import { Uploads } from "./uploads.tsx";
import { useAddress } from "./use-address.ts";
import { useDriveState, useOpenedDrive } from "./use-drive.ts";
import { usePartsAhead } from "./use-parts-ahead.ts";
import { folderOf, viewOf } from "./views.ts";
// Style sheets have nothing to name.
// oxlint-disable import/no-unassigned-import
import "../../styles/drive.css";
import "../../styles/drive-thumbs.css";

export default function Files() {
  const { user } = useSession();
  // The guard shows this to nobody else.
  return user ? <FilesOf key={user.uid} uid={user.uid} /> : null;
}

function FilesOf({ uid }: { uid: string }) {
  const { query } = useAddress();
  const { owner } = query;
  const isOthers = owner !== "" && owner !== uid;
  const { drive, failed, again } = useOpenedDrive(uid, isOthers ? "" : folderOf(query));
  usePartsAhead();
  if (isOthers) return <SharedFiles uid={uid} owner={owner} folder={folderOf(query)} />;
  if (drive) return <OwnFiles uid={uid} drive={drive} />;
  return (
    <ToolFrame title={driveName}>
      {failed === undefined ? (
        <SkeletonRows rows={8} />
      ) : (
        <ProblemNote text={failed} onRetry={again} />
      )}
    </ToolFrame>
  );
}

function OwnFiles({ uid, drive }: { uid: string; drive: Drive }) {
  const { query, go } = useAddress();
  const state = useDriveState(drive);
  const source = useMemo(() => sourceOf(uid, drive, state), [uid, drive, state]);
  const view = viewOf(query);
  const asked = folderOf(query);
  const isLoading = state.status === "loading";
  const there = asked === "" ? undefined : source.nodeOf(asked);
  // One that is gone, or in the trash, has nothing to show.
  const isAway =
    asked !== "" && !isLoading && (there?.kind !== "folder" || state.tree.isTrashed(asked));
  const folder = view === "files" ? asked : undefined;
  const views = {
    trash: <TrashView drive={drive} />,
    space: <SpaceView drive={drive} />,
    links: <LinksView />,
    shared: <SharedView onOpen={(owner: string, of: string) => go({ owner, folder: of })} />,
  };
  const away = (
    <ProblemNote
      text="This folder is not there any more. It may be in the trash."
      onRetry={() => go({})}
    />
  );
  const other = view in views ? views[view as keyof typeof views] : isAway ? away : undefined;
  return (
    <MantinePlace>
      <Uploads source={source} folder={isAway ? undefined : folder}>
        <Room
          {...{ uid, source, view, folder, drive, isLoading }}
          top={driveTop}
          problem={state.problem}
          onRetry={() => void drive.refresh()}
        >
          {other}
        </Room>
      </Uploads>
    </MantinePlace>
  );
}
