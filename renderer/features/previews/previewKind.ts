// Decides which code blocks have a preview, and the size limits.

import type { PreviewKind } from '../../core/state/viewStore.ts';

const words: Record<string, PreviewKind> = {
  mermaid: 'mermaid',
  mmd: 'mermaid',
  svg: 'svg',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
};

/** `language`: the info word after the fence. `code`: the start of the block. Null: no preview. */
export function previewKind(language: string, code: string): PreviewKind | null {
  const word = language.toLowerCase();
  if (Object.hasOwn(words, word)) return words[word] as PreviewKind;
  return word === 'xml' && /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)?<svg[\s>]/.test(code) ? 'svg' : null;
}

/** Maximum source length in characters; longer ones are only shown as code. */
export const previewLimits: Record<PreviewKind, number> = { mermaid: 50_000, svg: 500_000, html: 500_000 };

export const previewEndings: Record<PreviewKind, string> = { mermaid: 'mmd', svg: 'svg', html: 'html' };
