/** Firebase's order of keys (SDK: nameCompare): 32-bit integers by value, then text by UTF-16 code unit. */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  const intA = integerOf(a);
  const intB = integerOf(b);
  if (intA === undefined && intB === undefined) return a < b ? -1 : 1;
  if (intA === undefined) return 1;
  if (intB === undefined) return -1;
  return intA - intB || a.length - b.length;
}

function integerOf(key: string): number | undefined {
  if (!/^-?0*\d{1,10}$/.test(key)) return undefined;
  const integer = Number(key);
  return integer >= -0x80000000 && integer <= 0x7fffffff ? integer : undefined;
}
