/** Where the cursor stands when the editor takes over. */
export type EditorStart =
  | { at: "end" }
  /** After so many letters of plain lines, as a plain field counts them. */
  | { offset: number }
  /** Where somebody has pressed: `x` of the window, `below` the top of the text. Pixels. */
  | { x: number; below: number };
