/** What a folder, a view or a search has, or why there is nothing. */
import { Button } from "@mantine/core";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { noneFoundWords } from "./found-words.ts";
import { FileList, type ListProps } from "./list/file-list.tsx";
import type { FilesView } from "./views.ts";

type Props = ListProps & {
  view: FilesView;
  isLoading: boolean;
  isSearch: boolean;
  /** False: the server stopped before the end. */
  isAllSearched: boolean;
  isFiltered: boolean;
  isTop: boolean;
  mayWrite: boolean;
  onNoFilter: () => void;
};

export function RoomList(props: Props) {
  const { nodes, isLoading, isSearch, isFiltered, onNoFilter } = props;
  if (nodes.length > 0) return <FileList {...props} />;
  if (isLoading) return <SkeletonRows rows={8} />;
  if (isSearch || isFiltered) {
    return (
      <EmptyRoom
        title="Nothing found"
        text={
          isSearch ? noneFoundWords(props.isAllSearched) : "There is nothing of this kind here."
        }
        action={
          <Button variant="default" onClick={onNoFilter}>
            Show all
          </Button>
        }
      />
    );
  }
  return <EmptyRoom {...emptyWords(props)} />;
}

function emptyWords({ view, isTop, mayWrite }: Props): { title: string; text: string } {
  if (view === "recent") {
    return { title: "Nothing yet", text: "Files that were changed last stand here." };
  }
  if (view === "starred") {
    return { title: "Nothing starred", text: "Star what you need often: it stands here then." };
  }
  if (!mayWrite)
    return { title: "This folder is empty", text: "Nobody has put anything here yet." };
  return isTop
    ? {
        title: "No files yet",
        text: "Drop files or folders anywhere on this page, or choose them with Upload. Nobody else sees them until you share them.",
      }
    : {
        title: "This folder is empty",
        text: "Drop files or folders here, or choose them with Upload.",
      };
}
