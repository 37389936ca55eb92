/** Name and colours, columns and labels, the public page, and what takes a board out of here. Each change is saved at once. */
import { Button } from "@mantine/core";
import { useId } from "react";
import { Modal } from "#app/ui/modal.tsx";
import { useFacts, useMay } from "../store/use-board.ts";
import { BoardFields } from "./board-fields.tsx";
import { ColumnList } from "./column-list.tsx";
import { DeleteBoard } from "./delete-board.tsx";
import { Exports } from "./exports.tsx";
import { LabelList } from "./label-list.tsx";
import { PublicPage } from "./public-part.tsx";

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const label = useId();
  const { name } = useFacts();
  const mayWrite = useMay("write");
  const maySettings = useMay("settings");
  return (
    <Modal label={label} className="modal record-dialog boards-dialog" onClose={onClose}>
      <h2 id={label}>Settings of {name || "this board"}</h2>
      {maySettings ? <BoardFields /> : null}
      {mayWrite ? (
        <>
          <ColumnList />
          <LabelList />
        </>
      ) : null}
      <PublicPage />
      <Exports />
      {maySettings ? <DeleteBoard /> : null}
      <div className="confirm-buttons">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}
