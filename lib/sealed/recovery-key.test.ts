import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { formatRecoveryKey, isLastGroup, newRecoveryKey, readRecoveryKey } from "./recovery-key.ts";
import { fixedBytes } from "./testing/naive.ts";

const key = fixedBytes(20, 7);
const shown = await formatRecoveryKey(key);

/** Crockford's base32 by way of a whole number. */
function naive(bytes: Uint8Array): string {
  const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  const write = (hex: string, letters: number, shift = 0n) =>
    Array.from({ length: letters }, (_, at) => {
      const number = BigInt(`0x${hex}`) >> shift;
      return digits[Number((number >> BigInt(5 * (letters - 1 - at))) & 31n)]!;
    }).join("");
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 6);
  const all = write(Buffer.from(bytes).toString("hex"), 32) + write(hash, 4, 4n);
  return Array.from({ length: 9 }, (_, at) => all.slice(at * 4, at * 4 + 4)).join("-");
}

test("a recovery key is written as counting with one whole number writes it", async () => {
  expect(await formatRecoveryKey(new Uint8Array(20))).toBe(naive(new Uint8Array(20)));
  expect(await formatRecoveryKey(new Uint8Array(20).fill(255))).toBe(
    naive(new Uint8Array(20).fill(255)),
  );
  for (let seed = 1; seed <= 100; seed += 1) {
    const bytes = fixedBytes(20, seed);
    // oxlint-disable-next-line no-await-in-loop -- one after the other is quick
    const text = await formatRecoveryKey(bytes);
    expect(text).toBe(naive(bytes));
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect(await readRecoveryKey(text)).toEqual({ key: bytes });
  }
});

test("what was written down once can be read for ever", async () => {
  expect(shown).toMatchInlineSnapshot(`"7QMS-SV8C-VDE0-T4FV-Z647-734T-RZ3P-PYET-JGVN"`);
  expect(await formatRecoveryKey(new Uint8Array(20))).toMatchInlineSnapshot(
    `"0000-0000-0000-0000-0000-0000-0000-0000-VS3W"`,
  );
});

test("it is read however it is typed", async () => {
  const plain = shown.replaceAll("-", "");
  const wide = shown
    .split("")
    .map((letter) =>
      /[0-9A-Z]/.test(letter) ? String.fromCharCode(letter.charCodeAt(0) + 0xfee0) : letter,
    );
  const kinds = [
    plain,
    shown.toLowerCase(),
    `  ${shown.replaceAll("-", " ")}\n`,
    shown.replaceAll("-", "\u2013"),
    shown.replaceAll("-", " \u2014 "),
    shown.replaceAll("-", "\u2212"),
    `\uFEFF${shown.replaceAll("-", "\u00A0")}\u200B`,
    plain.replaceAll("0", "O").replaceAll("1", "l"),
    plain.replaceAll("0", "o").replaceAll("1", "I").replaceAll("V", "u"),
    wide.join(""),
  ];
  expect(await Promise.all(kinds.map(readRecoveryKey))).toEqual(kinds.map(() => ({ key })));
});

test("each single letter that is typed wrong is seen, and two that were exchanged", async () => {
  const plain = shown.replaceAll("-", "");
  const wrong: string[] = [];
  for (let at = 0; at < plain.length; at += 1) {
    for (const letter of "0123456789ABCDEFGHJKMNPQRSTVWXYZ") {
      if (letter !== plain[at]) wrong.push(plain.slice(0, at) + letter + plain.slice(at + 1));
    }
    const [one, two] = [plain[at]!, plain[at + 1]];
    if (two !== undefined && two !== one) {
      wrong.push(plain.slice(0, at) + two + one + plain.slice(at + 2));
    }
  }
  expect(wrong.length).toBeGreaterThan(1_100);
  const read = await Promise.all(wrong.map(readRecoveryKey));
  expect(read.filter((one) => !("fault" in one) || one.fault !== "typo")).toEqual([]);
});

test("what is no recovery key is said to be too short, too long or of other letters", async () => {
  const plain = shown.replaceAll("-", "");
  expect(await readRecoveryKey("")).toEqual({ fault: "short" });
  expect(await readRecoveryKey(plain.slice(1))).toEqual({ fault: "short" });
  expect(await readRecoveryKey(`${plain}0`)).toEqual({ fault: "long" });
  expect(await readRecoveryKey(`${plain.slice(1)}!`)).toEqual({ fault: "letters" });
  expect(await readRecoveryKey(`${plain.slice(1)}é`)).toEqual({ fault: "letters" });
  expect(await readRecoveryKey("correct horse battery staple, one two three")).toEqual({
    fault: "letters",
  });
});

test("who has written it down can type its last group", () => {
  const last = shown.slice(-4);
  expect(isLastGroup(shown, last)).toBe(true);
  expect(isLastGroup(shown, ` ${last.toLowerCase()} `)).toBe(true);
  for (const typed of ["", shown.slice(0, 4), shown, last.slice(1), `${last}0`]) {
    expect(isLastGroup(shown, typed)).toBe(false);
  }
});

test("no two new keys are the same, and one of another length is refused", async () => {
  expect(newRecoveryKey()).toHaveLength(20);
  expect(newRecoveryKey()).not.toEqual(newRecoveryKey());
  await expect(formatRecoveryKey(new Uint8Array(19))).rejects.toThrow(TypeError);
});
