/** One's own files: how much space they take, a way to bring more, and the list of them. */
import { useCallback, useEffect, useRef } from "react";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import { closeUploads, heldUid } from "#app/parts/uploader/held-uploads.ts";
import { Uploader } from "#app/parts/uploader/uploader.tsx";
import { currentSession, subscribe, useSession } from "#app/session/session.ts";
import { FileList } from "./file-list.tsx";
import { SpaceBar } from "./space-bar.tsx";
import { useFileList } from "./use-file-list.ts";
import { useUsage } from "./use-usage.ts";

/** While many files arrive the list is read again this often, not for each; and at the end. */
const refreshEveryMs = 5000;
/** Until the server holds space for what is begun, or has let go of what is cancelled. */
const spaceAfterMs = 3000;

// Uploads outlive the page, not who is signed in.
if (!import.meta.env.SSR) {
  subscribe(() => {
    const uid = heldUid();
    if (uid !== undefined && currentSession().user?.uid !== uid) closeUploads();
  });
}

export default function Files() {
  const { user } = useSession();
  // The guard shows this to nobody else.
  return user ? <FilesOf key={user.uid} uid={user.uid} /> : null;
}

function FilesOf({ uid }: { uid: string }) {
  const prefix = `users/${uid}/files/`;
  const list = useFileList(prefix);
  const { usage, refresh: refreshUsage } = useUsage();
  const { refresh } = list;
  const stored = useLater(
    useCallback(() => {
      refresh();
      refreshUsage();
    }, [refresh, refreshUsage]),
    refreshEveryMs,
  );
  const held = useLater(refreshUsage, spaceAfterMs);
  return (
    <ToolFrame title="Files">
      <SpaceBar usage={usage} />
      <Uploader uid={uid} prefix={prefix} onStored={stored} onSpaceHeld={() => held(false)} />
      <FileList list={list} prefix={prefix} onDeleted={refreshUsage} />
    </ToolFrame>
  );
}

/** Calls now, or after some time, however often it is asked meanwhile. */
function useLater(call: () => void, afterMs: number): (now: boolean) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (now) => {
      const run = () => {
        clearTimeout(timer.current);
        timer.current = undefined;
        call();
      };
      if (now) run();
      else timer.current ??= setTimeout(run, afterMs);
    },
    [call, afterMs],
  );
}
