// Shared context for rendering a page: labels, masking and the conversation's files.

import type { PagePart } from '../../../shared/features/export/methods.ts';
import { firstCharacters } from '../../lib/text.ts';
import type { ExportSource } from '../history.ts';
import type { Slice } from '../web/readJson.ts';
import { escapeHtml } from './escape.ts';
import type { PageLabels } from './labels.ts';
import { markdownHtml } from './markdown.ts';

export interface RenderContext {
  words: PageLabels;
  source: ExportSource;
  slice: Slice;
  without: ReadonlySet<PagePart>;
  /** Masks secrets. */
  mask(text: string): string;
  /** Masks, truncates to `most` characters and escapes. */
  safe(text: string, most?: number): string;
  markdown(text: string): Promise<string>;
}

export function createRenderContext(
  source: ExportSource,
  labels: PageLabels,
  mask: (text: string) => string,
  slice: Slice,
  without: ReadonlySet<PagePart>,
): RenderContext {
  return {
    words: labels,
    source,
    slice,
    without,
    mask,
    safe: (text, most) => escapeHtml(firstCharacters(mask(text), most ?? Number.POSITIVE_INFINITY)),
    async markdown(text) {
      const html = await markdownHtml(mask(text), slice);
      // Unescaping may reassemble a secret. Tags contain no `>`, since everything in them is escaped.
      return html.replace(/(<[^>]*>)|[^<]+/g, (piece, tag: string | undefined) =>
        tag === undefined ? mask(piece) : piece,
      );
    },
  };
}
