// Which blocks of code can be seen as what they draw, and how much of one is drawn at all.

import type { PreviewKind } from '../../core/state/viewStore.ts';

const words: Record<string, PreviewKind> = {
  mermaid: 'mermaid',
  mmd: 'mermaid',
  svg: 'svg',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
};

/** `language` is the word after the fence, `code` what begins the block. Null: there is nothing to see but the code. */
export function previewKind(language: string, code: string): PreviewKind | null {
  const word = language.toLowerCase();
  if (Object.hasOwn(words, word)) return words[word] as PreviewKind;
  return word === 'xml' && /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)?<svg[\s>]/.test(code) ? 'svg' : null;
}

/** Letters of a source that is drawn; a longer one is only shown as code. */
export const previewLimits: Record<PreviewKind, number> = { mermaid: 50_000, svg: 500_000, html: 500_000 };

export const previewEndings: Record<PreviewKind, string> = { mermaid: 'mmd', svg: 'svg', html: 'html' };
