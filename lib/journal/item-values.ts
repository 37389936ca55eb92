/**
 * What each register of a journal may hold. Nobody at the server can ask, so every browser does before it writes something.
 * Wider than what anybody is offered where two devices may have joined
 * theirs: what merging made must be taken, or it would wait for ever. The table is in docs/journal.md.
 */
import { isLocal } from "../dates/floating.ts";
import { colours } from "../records/colours.ts";
import type { Parts } from "../records/register.ts";
import { toUtf8 } from "../sealed/bytes.ts";
import { itemIdForm } from "./documents.ts";
import { isDegrees } from "./item-parts.ts";
import { longest, mostFileBytes, mostTextBytes } from "./limits.ts";
import { type JournalKind, isJournalKind } from "./shape.ts";
import { isTemperature, isWeatherKind } from "./weather.ts";

type Check = {
  /** What is wrong with a value; undefined: nothing. */
  fault: (value: unknown) => string | undefined;
  /** It may be missing. */
  isOptional?: true;
};

const wrong = "This is nothing that a journal can keep.";
const when = (holds: (value: unknown) => boolean): Check => ({
  fault: (value) => (holds(value) ? undefined : wrong),
});
const optional = (check: Check): Check => ({ ...check, isOptional: true });
const isText = (value: unknown): value is string => typeof value === "string";
const matches = (form: RegExp): Check => when((value) => isText(value) && form.test(value));
const oneOf = (...values: readonly unknown[]): Check => when((value) => values.includes(value));

const text = (most: number): Check => ({
  fault(value) {
    if (!isText(value)) return wrong;
    if (value.length <= most) return undefined;
    return `This text has more than ${most.toLocaleString("en")} letters.`;
  },
});
const richText: Check = {
  fault(value) {
    if (!isText(value)) return wrong;
    // Three bytes a letter are the most.
    if (value.length * 3 <= mostTextBytes || toUtf8(value).length <= mostTextBytes)
      return undefined;
    return "This text is longer than a journal can keep.";
  },
};
const flag = when((value) => typeof value === "boolean");
const whole = (most: number): Check =>
  when((value) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most);
const id = matches(itemIdForm);
/** Of ids or stamps. @param most many times what anybody is offered */
const words = (most: number): Check =>
  when(
    (value) =>
      isText(value) &&
      value.length <= most * 121 &&
      value.split(" ").length <= most &&
      /^(?:[A-Za-z0-9_-]{1,120}(?: (?!$)|$))*$/.test(value),
  );
// Not `isZone`: another device may know a zone that this one has not heard of.
const zone = matches(/^[A-Za-z0-9_+\-/:]{0,64}$/);
const moment = when((value) => isText(value) && isLocal(value));
const latitude = when((value) => isDegrees(value, 90));
const longitude = when((value) => isDegrees(value, 180));
const order = matches(/^[!-~]{0,100}$/);
const colour = when((value) => isText(value) && (value === "" || Object.hasOwn(colours, value)));
const gone = { v: flag };
const name = { v: text(longest.name) };
const topic = { name, colour: { v: colour }, gone };
const topics = { v: words(200) };

/** Parts of each register. */
const registers: Record<JournalKind, Record<string, Record<string, Check>>> = {
  entries: {
    when: { v: moment, zone },
    title: { v: text(longest.title) },
    gist: { v: text(longest.gist), words: whole(1_000_000) },
    mood: { v: whole(5) },
    tags: topics,
    people: topics,
    place: { v: text(longest.place), lat: optional(latitude), lon: optional(longitude) },
    weather: {
      v: when((value) => value === "" || isWeatherKind(value)),
      temp: optional(when(isTemperature)),
    },
    star: { v: flag },
    revs: { v: words(500) },
    gone,
  },
  // Without their entry nobody sees them: they are marked gone just before they go for good.
  texts: { doc: { v: richText }, gone },
  media: {
    of: { entry: id },
    file: {
      name: text(longest.fileName),
      type: matches(/^[\w.+-]{1,60}\/[\w.+-]{1,100}$/),
      size: whole(mostFileBytes),
      width: whole(100_000),
      height: whole(100_000),
      sha: matches(/^(?:[0-9a-f]{64})?$/),
    },
    taken: { v: moment, zone },
    spot: { lat: latitude, lon: longitude },
    caption: { v: text(longest.caption) },
    alt: { v: text(longest.caption) },
    gone,
  },
  tags: topic,
  people: topic,
  templates: { name, doc: { v: text(longest.template) }, order: { v: order }, gone },
  journal: {
    name,
    colour: { v: colour },
    order: { v: order },
    week: { v: oneOf("mo", "su") },
    prompts: { v: flag },
    stripPhotos: { v: oneOf("ask", "always", "never") },
    gone,
  },
  lost: { of: { v: matches(/^[!-~]{1,300}$/) }, text: { v: richText }, gone },
  revs: {
    doc: { v: richText },
    title: { v: text(longest.title) },
    of: { entry: id, device: text(longest.device) },
    gone,
  },
};

/** @returns a sentence; undefined: nothing is wrong with it */
export function faultOfValue(kind: string, register: string, value: Parts): string | undefined {
  const known = isJournalKind(kind) ? registers[kind] : {};
  const checks = Object.hasOwn(known, register) ? known[register] : undefined;
  if (!checks) return wrong;
  if (Object.keys(value).some((part) => !Object.hasOwn(checks, part))) return wrong;
  for (const [part, { fault, isOptional }] of Object.entries(checks)) {
    if (!Object.hasOwn(value, part)) {
      if (isOptional) continue;
      return wrong;
    }
    const found = fault(value[part]);
    if (found !== undefined) return found;
  }
  // One without the other is no spot.
  if (register === "place" && "lat" in value !== "lon" in value) return wrong;
  return undefined;
}
