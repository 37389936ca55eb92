/** Documents with an attack in every text that their schema has, as long and as wild as the schema takes it. */
import type * as core from "zod/v4/core";
import type { PlainFields } from "#lib/firestore-value.ts";

/** What a document may hold. */
type Value = PlainFields[string];

/** What all of them call: a page in which it was called has run one. */
export const flag = "foyerRan";
const run = `globalThis.${flag}=1`;

export const texts = [
  `{{constructor.constructor("${run}")()}}\${${run}}"><svg onload="${run}"></title></textarea></style></script><script>${run}</script><!--<img src=x onerror="${run}">`,
  `</script><script>${run}</script><img src=x onerror=${run}>`,
  `"'><img src=x onerror=${run}>`,
  `"><svg onload=${run}>`,
];
const addresses = [
  `javascript:${run}`,
  `\u0001java\tscript:${run}`,
  `data:text/html,<script>${run}</script>`,
  `//evil.example/"><svg/onload=${run}>`,
  `https://example.com/"onmouseover="${run}"><svg/onload=${run}>`,
  `/"onmouseover="${run}"><svg/onload=${run}>`,
];
const others = [
  `"><svg/onload=${run}>@example.com`,
  "public/trap.pdf",
  "/trap",
  "/about",
  "trap",
  "2024-02-29",
  "#aa0000",
  "EUR",
  "PT",
];

/** A picture that every site has. */
const picture = { src: "/sample/bollard-type.svg", alt: texts[0]!, width: 40, height: 30 };

/** Every node and mark of a rich text. `href`: of its links, `language`: of its code. */
function hostileText(href: string, language: string): PlainFields {
  const words = (text: string, ...marks: PlainFields[]) => ({ type: "text", text, marks });
  const paragraph = { type: "paragraph", content: texts.map((text) => words(text)) };
  const link = {
    type: "link",
    attrs: { href, title: texts[0]!, target: texts[3]!, rel: texts[3]! },
  };
  const item = (type: string, attrs: PlainFields = {}) => ({ type, attrs, content: [paragraph] });
  const plain = ["bold", "italic", "underline", "strike", "superscript", "code"];
  return {
    type: "doc",
    content: [
      { type: "heading", attrs: { level: 2 }, content: [words(texts[0]!)] },
      paragraph,
      { type: "paragraph", content: [words(texts[0]!, link), { type: "hardBreak" }] },
      { type: "paragraph", content: plain.map((type) => words(texts[1]!, { type })) },
      { type: "codeBlock", attrs: { language }, content: [words(texts[0]!)] },
      { type: "bulletList", content: [item("listItem")] },
      { type: "orderedList", attrs: { start: 1 }, content: [item("listItem")] },
      { type: "taskList", content: [item("taskItem", { checked: true })] },
      { type: "blockquote", content: [paragraph] },
      { type: "image", attrs: { ...picture, title: texts[0]! } },
      {
        type: "table",
        content: [{ type: "tableRow", content: [item("tableHeader"), item("tableCell")] }],
      },
    ],
  };
}

/** @param isWild whether each text is the first attack that comes to mind, or the first that the schema takes */
export function hostileDocument(schema: unknown, isWild = false): PlainFields {
  return valueOf(schema as core.$ZodTypes, isWild) as PlainFields;
}

function valueOf(schema: core.$ZodTypes, isWild: boolean): Value | undefined {
  const { def } = schema._zod;
  const inner = (one: core.$ZodType) => valueOf(one as core.$ZodTypes, isWild);
  switch (def.type) {
    case "optional":
      // What was a sample is shown otherwise, and what the server notes is its own.
      return isFlag(def.innerType) ? undefined : inner(def.innerType);
    case "default":
      return inner(def.innerType);
    case "pipe":
      return inner(def.in);
    case "array":
      return [inner(def.element)!];
    case "object":
      return groupOf(def.shape, isWild);
    case "boolean":
      return false;
    case "number":
      return 1;
    case "enum":
      return Object.values(def.entries)[0]!;
    case "literal":
      return def.values[0] as Value;
    case "string": {
      const all = [...addresses, ...texts, ...others];
      // A text takes all of them: then the one that says most.
      const isText = schema._zod.run({ value: texts[3], issues: [] }, { async: false });
      const takes = (value: string) => {
        const result = schema._zod.run({ value, issues: [] }, { async: false });
        return !("then" in result) && result.issues.length === 0;
      };
      const order = !("then" in isText) && isText.issues.length === 0 ? texts : all;
      return isWild ? order[0]! : (order.find(takes) ?? fail());
    }
    default:
      throw new Error(`No attack is known for what is a ${def.type}.`);
  }
}

function fail(): never {
  throw new Error("No attack and nothing else fits a text of the schema.");
}

function isFlag(schema: core.$ZodType): boolean {
  const { type } = (schema as core.$ZodTypes)._zod.def;
  return type === "literal" || type === "boolean";
}

function groupOf(shape: core.$ZodShape, isWild: boolean): PlainFields {
  const names = Object.keys(shape);
  if (names.includes("alt")) return isWild ? { ...picture, src: `x" onerror="${run}` } : picture;
  if (names.includes("type") && names.includes("content")) {
    return isWild ? hostileText(addresses[0]!, texts[3]!) : hostileText(addresses.at(-2)!, "html");
  }
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = valueOf(shape[name] as core.$ZodTypes, isWild);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
