/** All shortcuts, and the switch for those that are a single key. */
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { Modal } from "#app/ui/modal.tsx";
import { singleKeysOff } from "#app/ui/single-key.ts";
import { type ToolKeys, currentToolKeys } from "#app/ui/tool-shortcuts.ts";
import { pageAt } from "#lib/pages.ts";
import { places } from "./key-reader.ts";
import { siteKeysBeside } from "./site-keys.ts";

export function Sheet({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [isOn, setOn] = useState(readSwitch);
  const [keys] = useState(currentToolKeys);
  const withCommand = /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘" : "Ctrl";
  return (
    <Modal label={id} className="palette sheet" onClose={onClose} closesOutside>
      <div className="sheet-frame">
        <h2 id={id}>Keyboard shortcuts</h2>
        <button type="button" className="palette-close" onClick={onClose}>
          Close
        </button>
        <dl>
          <Row keys={[withCommand, "K"]}>Search, everywhere</Row>
        </dl>
        <label className="sheet-switch">
          <input
            type="checkbox"
            role="switch"
            aria-checked={isOn}
            checked={isOn}
            onChange={(event) => setOn(writeSwitch(event.target.checked))}
          />
          <span>
            Shortcuts of single keys
            <span className="quiet">
              Switch them off if you speak to your computer, or press keys by chance.
            </span>
          </span>
        </label>
        <ToolKeysList keys={keys} isOn={isOn} />
        <dl className={isOn ? undefined : "off"}>
          {siteKeysBeside(keys).map(({ key, title }) => (
            <Row key={key} keys={[key]}>
              {title}
            </Row>
          ))}
          <Row keys={["1", "…", "9"]}>On the home page: open a room</Row>
          {places.map(([letter, path]) => (
            <Row key={letter} keys={["g", letter]}>
              Go to {pageAt(path).title}
            </Row>
          ))}
        </dl>
        <p className="quiet">Two keys are pressed one after the other. Esc closes what is open.</p>
      </div>
    </Modal>
  );
}

/** Of the tool that is open: its keys come before those of the site. */
function ToolKeysList({ keys, isOn }: { keys: ToolKeys | undefined; isOn: boolean }) {
  if (keys === undefined || keys.shortcuts.length === 0) return null;
  return (
    <>
      <h3>{keys.tool}</h3>
      <dl className={isOn ? undefined : "off"}>
        {keys.shortcuts.map(({ key, title }) => (
          <Row key={key} keys={[key]}>
            {title}
          </Row>
        ))}
      </dl>
      <h3>Everywhere</h3>
    </>
  );
}

function Row({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <div>
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function readSwitch(): boolean {
  try {
    return !(singleKeysOff in localStorage);
  } catch {
    return true;
  }
}

/** What holds from now on: without storage nothing can be switched. */
function writeSwitch(isOn: boolean): boolean {
  try {
    if (isOn) localStorage.removeItem(singleKeysOff);
    else localStorage.setItem(singleKeysOff, "1");
  } catch {
    // Said by the switch, which does not move.
  }
  return readSwitch();
}
