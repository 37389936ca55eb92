/** Who has the disk may try as many as there is time for. */
export const shortestPassphrase = 10;
