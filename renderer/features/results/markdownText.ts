// Whether a text of a tool is meant as Markdown: by marks that plain output hardly ever has. What is not surely Markdown
// stays as it is.

const strong = [/^#{1,6} \S.*$/m, /^```[\w-]*$/m, /^\|.+\|\s*\n\|[\s:|-]+\|\s*$/m];
const weak = [
  /^[-*] \S/m,
  /^\d+\. \S/m,
  /\[[^\]\n]+\]\(https?:\/\/[^)\s]+\)/,
  /\*\*[^*\n]+\*\*/,
  /^> \S/m,
  /`[^`\n]+`/,
];
/** What is longer is looked at from its beginning only. */
const looked = 20_000;

export function looksMarkdown(text: string): boolean {
  const head = text.slice(0, looked);
  // A shell's comments and a program's log begin lines with # and - too.
  const strongMarks = strong.filter((mark) => mark.test(head)).length;
  const weakMarks = weak.filter((mark) => mark.test(head)).length;
  return strongMarks > 1 || (strongMarks === 1 && (weakMarks > 0 || /\n\n/.test(head))) || weakMarks > 2;
}
