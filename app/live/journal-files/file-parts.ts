/** What a chosen file says of itself, as the registers of its item have it. */

/** The register `file`. */
export type FileParts = {
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  /** Pixels, upright; 0: this browser cannot draw it. */
  width: number;
  height: number;
  /** SHA-256 of the plain bytes, 64 hexadecimal digits. */
  sha: string;
};
