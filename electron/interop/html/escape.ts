// Text inside HTML: nothing in it is markup, neither between tags nor in an attribute.

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** NUL and lone surrogates cannot stand in a file of UTF-8 HTML; other control characters would be seen by terminals only. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it replaces
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(unseen, '\ufffd')
    .replace(/[&<>"']/g, (letter) => escapes[letter] ?? '');
}
