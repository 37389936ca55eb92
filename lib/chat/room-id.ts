/** Of a room: `r` and 19 letters or digits; of a direct message `d` and 31 of base32. Whatever else stands in an address is of none. */
export function isRoomId(text: string): boolean {
  return /^(?:r[a-z0-9]{19}|d[a-z2-7]{31})$/.test(text);
}
