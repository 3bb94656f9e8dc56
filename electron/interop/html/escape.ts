// Escapes text for HTML content and attributes.

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** UTF-8 HTML cannot contain NUL or lone surrogates; other control characters only affect terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it replaces
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(unseen, '\ufffd')
    .replace(/[&<>"']/g, (letter) => escapes[letter] ?? '');
}
