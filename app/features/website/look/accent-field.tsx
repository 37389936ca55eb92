import { Button, TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { checkAccent, leastContrast } from "#lib/accent-contrast.ts";
import type { AccentCheck, AccentUse, Scheme } from "#lib/accent-contrast.ts";
import { usualAccent } from "#lib/usual-accent.ts";

type Props = {
  /** `#rrggbb`; undefined for the usual one. */
  value: string | undefined;
  problem: string | undefined;
  onChange: (value: string | undefined) => void;
};

const times: Record<Scheme, string> = { light: "By day", dark: "At night" };

export function AccentField({ value, problem, onChange }: Props) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? value ?? "";
  const check = checkAccent(value ?? usualAccent);
  return (
    <section className="website-accent" data-field="accent" aria-labelledby={id}>
      <p id={id} className="field-label">
        Accent
      </p>
      <div className="website-line">
        <input
          type="color"
          aria-label="Pick the colour"
          value={check === undefined ? usualAccent : (value ?? usualAccent)}
          onChange={({ currentTarget }) => {
            setTyped(undefined);
            onChange(currentTarget.value);
          }}
        />
        <TextInput
          aria-label="Colour as #rrggbb"
          placeholder={usualAccent}
          maxLength={7}
          value={shown}
          error={problem ?? (typed === undefined ? undefined : "Write it as #8a3b12.")}
          onChange={({ currentTarget }) => {
            const text = currentTarget.value.trim();
            if (text === "") onChange(undefined);
            else if (checkAccent(text) !== undefined) onChange(text.toLowerCase());
            else return setTyped(currentTarget.value);
            setTyped(undefined);
          }}
        />
        {value === undefined ? null : (
          <Button
            variant="default"
            onClick={() => {
              setTyped(undefined);
              onChange(undefined);
            }}
          >
            Take the usual one
          </Button>
        )}
      </div>
      {check === undefined ? null : <Contrast check={check} colour={value ?? usualAccent} />}
    </section>
  );
}

function Contrast({ check, colour }: { check: AccentCheck; colour: string }) {
  return (
    <div className="website-contrast" aria-live="polite">
      {(["light", "dark"] as const).map((scheme) => (
        <div key={scheme}>
          <p>
            <strong>{times[scheme]}</strong> {sentence(check, colour, scheme)}
          </p>
          <ul>
            {check.uses
              .filter((use) => use.scheme === scheme)
              .map((use) => (
                <li key={use.use}>
                  <Sample use={use} />
                </li>
              ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function sentence({ shades, asItIs }: AccentCheck, colour: string, scheme: Scheme): string {
  const shade = shades[scheme];
  if (shade.toLowerCase() === colour.toLowerCase()) return "it is shown as it is.";
  return asItIs[scheme] < leastContrast
    ? `text in it could not be read (${ratio(asItIs[scheme])}), so the nearest shade that can is shown: ${shade}.`
    : `it is shown as ${shade}.`;
}

function Sample({ use }: { use: AccentUse }) {
  const name = use.use.slice(0, 1).toUpperCase() + use.use.slice(1);
  return (
    <>
      <span className="website-sample" style={{ color: use.text, background: use.ground }}>
        {name}
      </span>{" "}
      <span className="number">{ratio(use.ratio)}</span>{" "}
      {use.passes ? "can be read" : "is too faint: choose a darker or less vivid colour"}
    </>
  );
}

function ratio(value: number): string {
  return `${value.toFixed(1)}:1`;
}
