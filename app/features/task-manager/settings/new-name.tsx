import { Button } from "@mantine/core";
import { useState } from "react";

type Props = {
  label: string;
  most: number;
  /** @returns whether there was room */
  onAdd: (name: string) => boolean;
};

export function NewName({ label, most, onAdd }: Props) {
  const [name, setName] = useState("");
  return (
    <form
      className="boards-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "" && onAdd(name)) setName("");
      }}
    >
      <label className="record-field">
        <span>{label}</span>
        <input
          dir="auto"
          autoComplete="off"
          value={name}
          maxLength={most}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <Button type="submit" variant="default">
        Add
      </Button>
    </form>
  );
}
