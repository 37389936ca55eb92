const letters = "abcdefghijklmnopqrstuvwxyz0123456789";

/** See `driveId`. */
export function newDriveId(): string {
  let id = "";
  while (id.length < 20) {
    for (const byte of crypto.getRandomValues(new Uint8Array(24))) {
      // 252 is a multiple of 36: above it some letters would come more often.
      if (byte < 252 && id.length < 20) id += letters[byte % letters.length];
    }
  }
  return id;
}
