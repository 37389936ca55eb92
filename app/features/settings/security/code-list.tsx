import { Button } from "@mantine/core";
import { useState } from "react";
import { saveFile } from "#app/ui/save-file.ts";

/** Recovery codes, this once. */
export function CodeList({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [said, setSaid] = useState("");

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      setSaid("Copied.");
    } catch {
      // Without https, or where it is forbidden: they can be marked by hand.
      setSaid("This browser does not let the page copy. Mark the codes and copy them by hand.");
    }
  }

  function save(): void {
    const text = [
      `Recovery codes for ${location.host}`,
      "Each signs you in once, after your password, in place of your authenticator app's code.",
      "",
      ...codes,
      "",
    ].join("\n");
    saveFile(`recovery-codes-${location.hostname}.txt`, new Blob([text], { type: "text/plain" }));
    setSaid("Saved as a file.");
  }

  return (
    <div className="security-form">
      <p>
        <strong>Keep these codes now: they are not shown again.</strong> Each signs you in once when
        you do not have your app at hand.
      </p>
      <ul className="security-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="security-buttons">
        <Button onClick={() => void copy()}>Copy</Button>
        <Button variant="default" onClick={save}>
          Save as a file
        </Button>
        <Button variant="subtle" onClick={onClose}>
          I have kept them
        </Button>
      </div>
      <output className="security-note">{said}</output>
    </div>
  );
}
