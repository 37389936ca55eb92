/** SHA-256 (FIPS 180-4) where browsers have no `crypto.subtle`: on plain http, as in a network at home. */

const primes: number[] = [];
for (let n = 2; primes.length < 64; n++)
  if (primes.every((prime) => n % prime !== 0)) primes.push(n);
/** The first 32 bits behind the point. */
const fractionOf = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32);
const start = primes.slice(0, 8).map((prime) => fractionOf(Math.sqrt(prime)));
const constants = Int32Array.from(primes, (prime) => fractionOf(Math.cbrt(prime)));

const rotated = (word: number, by: number) => (word >>> by) | (word << (32 - by));

export function sha256(bytes: Uint8Array): Uint8Array {
  const hash = createSha256();
  hash.add(bytes);
  return hash.end();
}

export type Sha256 = {
  add(bytes: Uint8Array): void;
  /** Of all that was added. Once. */
  end(): Uint8Array;
};

/** For what is too large to be in memory at once. */
export function createSha256(): Sha256 {
  const state = Int32Array.from(start);
  const schedule = new Int32Array(64);
  /** Of the last block that is not whole. */
  const rest = new Uint8Array(64);
  let restBytes = 0;
  let allBytes = 0;

  function add(bytes: Uint8Array): void {
    allBytes += bytes.length;
    let at = 0;
    if (restBytes > 0) {
      at = Math.min(64 - restBytes, bytes.length);
      rest.set(bytes.subarray(0, at), restBytes);
      restBytes += at;
      if (restBytes < 64) return;
      addBlock(state, schedule, new DataView(rest.buffer), 0);
      restBytes = 0;
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (; at + 64 <= bytes.length; at += 64) addBlock(state, schedule, view, at);
    rest.set(bytes.subarray(at));
    restBytes = bytes.length - at;
  }

  return {
    add,
    end() {
      const bits = BigInt(allBytes) * 8n;
      // A bit of 1, zeros, and the length in bits, to a multiple of 64 bytes.
      const padding = new Uint8Array((restBytes < 56 ? 64 : 128) - restBytes);
      padding[0] = 0x80;
      new DataView(padding.buffer).setBigUint64(padding.length - 8, bits);
      add(padding);
      const digest = new DataView(new ArrayBuffer(32));
      state.forEach((word, index) => digest.setInt32(index * 4, word));
      return new Uint8Array(digest.buffer);
    },
  };
}

function addBlock(state: Int32Array, schedule: Int32Array, view: DataView, at: number): void {
  for (let t = 0; t < 64; t++) {
    if (t < 16) {
      schedule[t] = view.getInt32(at + t * 4);
      continue;
    }
    const [far, near] = [schedule[t - 15]!, schedule[t - 2]!];
    const small = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3);
    const large = rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10);
    schedule[t] = schedule[t - 16]! + small + schedule[t - 7]! + large;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t++) {
    const choice = (e & f) ^ (~e & g);
    const first = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice;
    const added = (first + constants[t]! + schedule[t]!) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + added) | 0, c, b, a, (added + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] = state[index]! + word));
}
