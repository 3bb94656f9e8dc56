// Renders a model's Markdown for a shared page. Escapes HTML, allows only web and mail links, and turns remote images
// into links, so that the page loads nothing.

import MarkdownIt from 'markdown-it';
import cjkFriendly from 'markdown-it-cjk-friendly';
import { bareAddressAt } from '../../../shared/core/bareAddress.ts';
import { withOuterFences } from '../../../shared/core/codeFences.ts';
import type { Slice } from '../web/readJson.ts';
import { escapeHtml } from './escape.ts';

/** Characters to render at a time. */
const atOnce = 16 * 1024;
/** Longer texts are not rendered as Markdown. */
const max = 512 * 1024;

const renderer = new MarkdownIt({ html: false, linkify: false, breaks: false, maxNesting: 20 })
  .use(cjkFriendly)
  .disable('image');
renderer.validateLink = (address) => /^(?:https?:\/\/|mailto:)[^\s]/i.test(address);
// End text before possible URLs and marks.
renderer.inline.ruler.at('text', (state, silent) => {
  const { src, pos, posMax } = state;
  wordsEnd.lastIndex = pos + 1;
  if (!marks.test(src[pos] as string)) {
    if (!silent && addressOf(state)) return false;
    const end = Math.min(wordsEnd.exec(src)?.index ?? posMax, posMax);
    if (!silent) state.pending += src.slice(pos, end);
    state.pos = end;
    return true;
  }
  return false;
});
renderer.inline.ruler.after('text', 'bareAddress', (state, silent) => {
  const address = silent || state.linkLevel > 0 ? null : addressOf(state);
  if (!address) return false;
  state.push('link_open', 'a', 1).attrSet('href', address.href);
  state.push('text', '', 0).content = state.src.slice(state.pos, state.pos + address.length);
  state.push('link_close', 'a', -1);
  state.pos += address.length;
  return true;
});

const marks = /[\n$%&*+\-:<=>@[\]\\^_`{}~!#]/;
const wordsEnd = /[\n$%&*+\-:<=>@[\]\\^_`{}~!#]|https?:\/\/|www\./gi;

function addressOf({ src, pos, posMax, linkLevel }: { src: string; pos: number; posMax: number; linkLevel: number }) {
  const address = linkLevel > 0 ? null : bareAddressAt(src.slice(0, posMax), pos);
  return address && renderer.validateLink(address.href) ? address : null;
}

renderer.renderer.rules.link_open = (tokens, at) => {
  const href = tokens[at]?.attrGet('href') ?? '';
  return `<a href="${escapeHtml(String(href))}" target="_blank" rel="noopener noreferrer">`;
};
// Each block takes its direction from its own text; lists, quotations and tables from their first.
for (const name of ['paragraph_open', 'bullet_list_open', 'ordered_list_open', 'blockquote_open', 'table_open']) {
  renderer.renderer.rules[name] = (tokens, at, options, _env, renderer) => {
    const token = tokens[at];
    if (token && !token.hidden && token.level === 0) token.attrSet('dir', 'auto');
    return renderer.renderToken(tokens, at, options);
  };
}
// Omit the language: no attribute should contain untrusted text.
renderer.renderer.rules.fence = (tokens, at) => `<pre><code>${escapeHtml(tokens[at]?.content ?? '')}</code></pre>\n`;
renderer.renderer.rules.code_block = renderer.renderer.rules.fence;
// Headings in text rank below those of the page.
renderer.renderer.rules.heading_open = (tokens, at) => `<${lowerHeading(tokens[at]?.tag)} dir="auto">`;
renderer.renderer.rules.heading_close = (tokens, at) => `</${lowerHeading(tokens[at]?.tag)}>\n`;

function lowerHeading(tag: string | undefined): string {
  return `h${Math.min(6, Number(tag?.slice(1) ?? 1) + 1)}`;
}

export async function markdownHtml(text: string, slice: Slice): Promise<string> {
  if (text.length > max) return `<div class="plain">${escapeHtml(text)}</div>`;
  let html = '';
  for (const piece of pieces(withOuterFences(text))) {
    const turn = slice();
    if (turn) await turn;
    html +=
      piece.length > atOnce * 2 ? `<div class="plain">${escapeHtml(piece)}</div>` : renderer.render(visible(piece));
  }
  return html;
}

/** Strips control characters and lone surrogates, as everywhere on the page. */
function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it replaces
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '\ufffd');
}

/** Splits between blocks and outside fences, so that the output stays the same. */
function pieces(text: string): string[] {
  if (text.length <= atOnce) return [text];
  const chunks: string[] = [];
  let piece = '';
  let fence: string | null = null;
  let blank = false;
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === null && blank && piece.length >= atOnce && /^\S/.test(line)) {
      chunks.push(piece);
      piece = '';
    }
    if (mark && fence === null) fence = mark;
    else if (mark && fence !== null && mark.startsWith(fence)) fence = null;
    blank = line.trim() === '';
    piece += `${line}\n`;
  }
  return [...chunks, piece];
}
