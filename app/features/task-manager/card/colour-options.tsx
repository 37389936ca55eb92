import { colours } from "#lib/records/colours.ts";

/** In words. */
export function ColourOptions({ none = "No colour" }: { none?: string }) {
  return (
    <>
      <option value="">{none}</option>
      {Object.keys(colours).map((colour) => (
        <option key={colour} value={colour}>
          {colour[0]?.toUpperCase()}
          {colour.slice(1)}
        </option>
      ))}
    </>
  );
}
