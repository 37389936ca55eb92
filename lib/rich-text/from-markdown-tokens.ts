/**
 * The tokens of marked, within bounds. It takes a time that grows with the square of what it is given, or faster where there
 * are many signs, and goes down as deep as the text does: what is more than people write is read in pieces, or as words.
 */
import { Lexer, type Token, Tokenizer, type Tokens, getDefaults } from "marked";
import { isSafeHref } from "../safe-href.ts";
import { maxDepth } from "./check.ts";

const mostColumns = 50;
const longestHeading = 2000;
const mostSigns = 400;

/** Cut between paragraphs, lines or words, if there are any. */
const pieces = {
  text: /[^]{1,20000}(?=\n\n|$)|[^]{1,20000}(?=\n|$)|[^]{1,20000}/gu,
  paragraph: /[^]{1,5000}(?=\s|$)|[^]{1,5000}/gu,
  signs: /[^]{1,500}(?=\s|$)|[^]{1,500}/gu,
} as const;

/** No HTML among its blocks, and none that is nested deeper than a text may be. */
export function tokensOf(markdown: string): Token[] {
  return (markdown.match(pieces.text) ?? []).flatMap((text) =>
    new BoundLexer({ ...getDefaults(), tokenizer: new BoundTokenizer() }).lex(text),
  );
}

/** Reads no more levels than a text may have: what is deeper is none to it. */
class BoundTokenizer extends Tokenizer {
  #level = 2;

  /** @param levels that stand around a paragraph in it */
  #within<Block>(levels: number, read: () => Block): Block | undefined {
    if (this.#level + levels + 1 > maxDepth) return undefined;
    this.#level += levels;
    try {
      return read();
    } finally {
      this.#level -= levels;
    }
  }

  override blockquote(src: string): Tokens.Blockquote | undefined {
    return this.#within(1, () => {
      // Else marked throws where the words before it end a list in it.
      delete this.lexer.state.lastToken;
      return super.blockquote(src);
    });
  }

  override list(src: string): Tokens.List | undefined {
    return this.#within(2, () => super.list(src));
  }

  /** Its head is looked at first, since marked reads all rows of what turns out to be none. */
  override table(src: string): Tokens.Table | undefined {
    const queued = this.lexer.inlineQueue.length;
    const head = super.table(src.split("\n", 2).join("\n"));
    this.lexer.inlineQueue.length = queued;
    if (!head || head.header.length > mostColumns) return undefined;
    return this.#within(3, () => super.table(src));
  }

  /** Looked for at each line of an item, to the end of the paragraph. */
  override lheading(src: string): Tokens.Heading | undefined {
    const end = src.indexOf("\n", longestHeading);
    return super.lheading(end === -1 ? src : src.slice(0, end + 1));
  }

  override html(): undefined {
    return undefined;
  }

  /** Brackets and backticks around an address are not its own. */
  override url(src: string): Tokens.Link | undefined {
    const end = src.search(/[\s`[\]\\<>]/);
    return super.url(end === -1 ? src : src.slice(0, end));
  }

  /** One that leads nowhere is somebody's words. */
  override def(src: string): Tokens.Def | undefined {
    const found = super.def(src);
    return found && isSafeHref(found.href) ? found : undefined;
  }
}

class BoundLexer extends Lexer {
  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    const isDense = (src.match(/[*_~<]/g)?.length ?? 0) > mostSigns;
    for (const piece of src.match(pieces[isDense ? "signs" : "paragraph"]) ?? []) {
      super.inlineTokens(piece, tokens);
    }
    return tokens;
  }
}
