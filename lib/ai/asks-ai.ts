const called = /(?:^|[\s(])@ai(?![\p{L}\p{N}_])/iu;

/** In rooms of people: whether a message has `@ai`, by which the browser asks for an answer. docs/ai.md */
export function asksAi(text: string): boolean {
  return called.test(text);
}
