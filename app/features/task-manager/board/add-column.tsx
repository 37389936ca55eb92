import { Button } from "@mantine/core";
import { useState } from "react";
import { longest } from "../acts/room.ts";
import { useBoardApp } from "../store/use-board.ts";

/** Behind the last column. The field stays for the next one. */
export function AddColumn({ onAdded }: { onAdded: (column: string) => void }) {
  const { acts } = useBoardApp();
  const [name, setName] = useState("");
  return (
    <form
      className="column-new"
      onSubmit={(event) => {
        event.preventDefault();
        const id = acts.columns.add(name);
        if (id === undefined) return;
        setName("");
        onAdded(id);
      }}
    >
      <input
        aria-label="Name of a new column"
        placeholder="Add a column"
        dir="auto"
        autoComplete="off"
        enterKeyHint="done"
        value={name}
        maxLength={longest.column}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== "Escape") return;
          if (name === "") currentTarget.blur();
          else setName("");
        }}
      />
      {name.trim() === "" ? null : (
        <Button type="submit" size="compact-md">
          Add
        </Button>
      )}
    </form>
  );
}
