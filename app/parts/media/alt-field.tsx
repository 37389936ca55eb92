import { TextInput } from "@mantine/core";
import type { PictureValue } from "./picture-value.ts";

const maxAltLength = 500;

/** Asked for at once, while the picture is before the eyes of who adds it. */
export function AltField({
  picture: { alt },
  problem,
  disabled,
  takesFocus = false,
  onAlt,
}: {
  picture: PictureValue;
  problem: string | undefined;
  disabled: boolean;
  takesFocus?: boolean;
  onAlt: (alt: string) => void;
}) {
  const over = alt.length - maxAltLength;
  return (
    <TextInput
      className="alt-field"
      label="Description"
      placeholder="What it shows, for who cannot see it"
      disabled={disabled}
      // It has just come because somebody asked for it.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={takesFocus}
      value={alt}
      error={over > 0 ? `Shorten this by ${over} characters.` : problem}
      onChange={({ currentTarget }) => onAlt(currentTarget.value)}
    />
  );
}
