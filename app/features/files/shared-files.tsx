/** A folder that somebody else shares, in the same room as one's own. */
import { MantinePlace } from "#app/parts/tool-frame/mantine-place.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import { SharedDenied } from "./people/shared-room.tsx";
import { useSharedSource } from "./people/use-shared-source.ts";
import { Room } from "./room.tsx";
import { Uploads } from "./uploads.tsx";
import { useAddress } from "./use-address.ts";
import { viewTitles } from "./views.ts";

export function SharedFiles({
  uid,
  owner,
  folder,
}: {
  uid: string;
  owner: string;
  folder: string;
}) {
  const { go } = useAddress();
  const { status, source, name, problem, retry } = useSharedSource(uid, owner, folder);
  if (!source) {
    return (
      <ToolFrame title={viewTitles.shared}>
        {status === "denied" ? (
          <SharedDenied name={name} onBack={() => go({ view: "shared" })} />
        ) : status === "problem" ? (
          <ProblemNote text={problem ?? "This folder cannot be reached."} onRetry={retry} />
        ) : (
          <SkeletonRows rows={8} />
        )}
      </ToolFrame>
    );
  }
  const [above] = source.pathOf(folder);
  const top = above ?? { id: folder, name: source.nodeOf(folder)?.name ?? "" };
  return (
    <MantinePlace>
      <Uploads source={source} folder={folder}>
        <Room
          {...{ uid, source, folder, top, problem }}
          view="files"
          drive={undefined}
          isLoading={source.childrenOf(folder) === undefined}
          onRetry={retry}
        />
      </Uploads>
    </MantinePlace>
  );
}
