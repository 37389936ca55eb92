/** Fields as text, the top row first: `.` is empty, letters are pieces, `#` is any full cell. */
import { type Field, columns, emptyField } from "../v1/field.ts";
import { pieceNames } from "../v1/pieces.ts";

export function drawnField(text: string): Field {
  const lines = text.trim().split(/\s+/).toReversed();
  return emptyField.map((_, y) => rowOf(lines[y] ?? ".".repeat(columns)));
}

function rowOf(line: string): number {
  if (line.length !== columns) throw new Error(`“${line}” is not as wide as the field.`);
  let row = 0;
  for (let x = 0; x < columns; x += 1) row |= valueOf(line[x]!) << (3 * x);
  return row;
}

function valueOf(sign: string): number {
  if (sign === ".") return 0;
  return sign === "#" ? 7 : pieceNames.findIndex((name) => name === sign) + 1;
}
