import { SegmentedControl, Switch } from "@mantine/core";
import { useState } from "react";
import { readStored } from "#app/session/stored.ts";
import { singleKeysOff } from "#app/ui/single-key.ts";
import { readTheme, setTheme, themes } from "#app/ui/theme.ts";
import type { Theme } from "#app/ui/theme.ts";
import { Part } from "./security/part.tsx";

const titles: Record<Theme, string> = { system: "As the device", light: "Light", dark: "Dark" };

export function AppearanceSection() {
  return (
    <>
      <p className="settings-lead">For this browser.</p>
      <ThemePart />
      <KeysPart />
    </>
  );
}

function ThemePart() {
  const [theme, show] = useState(readTheme);
  return (
    <Part title="Theme">
      <SegmentedControl
        aria-label="Theme"
        data={themes.map((value) => ({ value, label: titles[value] }))}
        value={theme}
        onChange={(value) => {
          const next = themes.find((one) => one === value) ?? "system";
          show(next);
          setTheme(next);
        }}
      />
    </Part>
  );
}

function KeysPart() {
  const [isOn, setOn] = useState(() => readStored(singleKeysOff) === null);
  const [problem, setProblem] = useState<string>();

  function change(next: boolean): void {
    try {
      if (next) localStorage.removeItem(singleKeysOff);
      else localStorage.setItem(singleKeysOff, "1");
      setOn(next);
      setProblem(undefined);
    } catch {
      // Storage is switched off.
      setProblem("This browser keeps nothing for the site, so the choice cannot be kept.");
    }
  }

  return (
    <Part title="Keys" problem={problem}>
      <Switch
        label="Single keys do something"
        description="Such as ? for the list of shortcuts and n for something new. Switch it off when you use speech or press keys by accident; shortcuts with Ctrl or Cmd stay."
        checked={isOn}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </Part>
  );
}
