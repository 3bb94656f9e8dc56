// A naive renderer that trusts its input: it is here so that the hostile content tests are seen to fail.

export function naiveHtml(text: string): string {
  const definitions = new Map<string, string>();
  const body = text
    .replace(/^\[(\^?[^\]]+)\]:\s*<?([^>\n]*?)>?(?:\s+".*")?$/gm, (whole, name: string, address: string) => {
      definitions.set(name, address);
      return name.startsWith('^') ? whole.slice(whole.indexOf(':') + 1) : '';
    })
    .replace(/!\[([^\]]*)\]\(<?([^\s>]*?(?:[^>]*?))>?(?:\s+"([\s\S]*?)")?\)/g, '<img alt="$1" src="$2" title="$3">')
    .replace(
      /!\[([^\]]*)\]\[([^\]]*)\]/g,
      (_, words: string, name: string) => `<img alt="${words}" src="${definitions.get(name)}">`,
    )
    .replace(/\[((?:[^[\]]|\[[^\]]*\])*)\]\(<?([^\n]*?)>?\)/g, '<a href="$2">$1</a>')
    .replace(/\[([^\]^][^\]]*)\](?:\[([^\]]*)\])?/g, (whole, words: string, name: string | undefined) => {
      const address = definitions.get(name || words);
      return address === undefined ? whole : `<a href="${address}">${words}</a>`;
    })
    .replace(/<((?:javascript|https?):[^>]*)>/g, '<a href="$1">$1</a>')
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>');
  return `<p>${body.replaceAll('\n\n', '</p><p>')}</p>`;
}
