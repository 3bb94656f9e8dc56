// The part of `html-to-text` that we use; it ships without types.

declare module 'html-to-text' {
  export interface HtmlToTextOptions {
    wordwrap?: number | false;
    baseElements?: { selectors?: string[]; returnDomByDefault?: boolean };
    limits?: { maxInputLength?: number; maxDepth?: number; maxChildNodes?: number; ellipsis?: string };
    selectors?: { selector: string; format?: string; options?: Record<string, unknown> }[];
  }
  export function convert(html: string, options?: HtmlToTextOptions): string;
}
