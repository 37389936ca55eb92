/** Three to begin with, which anybody may change or delete. */

export type StarterTemplate = { name: string; /** Rich text as JSON. */ doc: string };

type Node = Record<string, unknown>;

export const starterTemplates: readonly StarterTemplate[] = [
  {
    name: "The day",
    doc: docOf(
      heading("What happened"),
      empty(),
      heading("What was good"),
      bullets(3),
      heading("Tomorrow"),
      tasks(2),
    ),
  },
  {
    name: "The week",
    doc: docOf(
      heading("This week in a few words"),
      empty(),
      heading("What went well"),
      bullets(2),
      heading("What was hard"),
      bullets(2),
      heading("Next week"),
      tasks(3),
    ),
  },
  {
    name: "A trip",
    doc: docOf(
      heading("Where, and how we got there"),
      empty(),
      heading("What we saw"),
      bullets(3),
      heading("What we ate"),
      bullets(2),
      heading("To remember for the next time"),
      tasks(2),
    ),
  },
];

function docOf(...content: Node[]): string {
  return JSON.stringify({ type: "doc", content });
}

function heading(text: string): Node {
  return { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text }] };
}

function empty(): Node {
  return { type: "paragraph" };
}

function bullets(count: number): Node {
  const item = { type: "listItem", content: [empty()] };
  return { type: "bulletList", content: Array.from({ length: count }, () => item) };
}

function tasks(count: number): Node {
  const item = { type: "taskItem", attrs: { checked: false }, content: [empty()] };
  return { type: "taskList", content: Array.from({ length: count }, () => item) };
}
