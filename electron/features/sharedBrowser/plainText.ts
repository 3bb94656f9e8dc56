// Makes a page's text safe to show and send: one line, without control and direction characters.

export function plainLine(text: string, max: number): string {
  const line = text
    // Before the replacements, which take time on long texts.
    .slice(0, max * 4)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .trim();
  return line.length <= max ? line : `${line.slice(0, max - 1).toWellFormed()}…`;
}
