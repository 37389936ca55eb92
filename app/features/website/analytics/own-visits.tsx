import { Switch } from "@mantine/core";
import { useState } from "react";
import { uncountedKey } from "#lib/analytics/uncounted.ts";

/** Whether this browser's visits are counted: kept in the browser alone, so it holds when nobody is signed in, too. */
export function OwnVisits() {
  const [isOut, setOut] = useState(readOut);
  const [problem, setProblem] = useState<string>();
  return (
    <Switch
      label="Do not count visits by this browser"
      description="For your own visits. It is kept in this browser, so set it in each one that you use."
      error={problem}
      checked={isOut}
      onChange={({ currentTarget }) => {
        const { checked } = currentTarget;
        try {
          if (checked) localStorage.setItem(uncountedKey, "yes");
          else localStorage.removeItem(uncountedKey);
          setProblem(undefined);
          setOut(checked);
        } catch {
          setProblem("This browser keeps nothing for this site: its visits are counted.");
        }
      }}
    />
  );
}

function readOut(): boolean {
  try {
    return localStorage.getItem(uncountedKey) !== null;
  } catch {
    return false;
  }
}
