/** The database of P7 and P8: its name, rules and keys. */

export const namespace = "bench";

export const rules = {
  rules: {
    bench: { ".read": true, ".write": true, $node: { ".indexOn": ["t"] } },
    leaves: { ".read": true, ".write": true },
  },
};

/** The node with so many children; all names are of one length, so that bytes can be compared. */
export function nodePath(children: number): string {
  return `bench/n${String(children).padStart(6, "0")}`;
}

export function childKey(index: number): string {
  return `k${String(index).padStart(6, "0")}`;
}
