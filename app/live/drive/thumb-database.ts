/** By its own file: who signs out asks whether there is one. */
export const thumbDatabase = "foyer-drive-thumbs";
