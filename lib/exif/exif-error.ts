/** Message is a sentence for who chose the picture. */
export class ExifError extends Error {
  override readonly name = "ExifError";
}
