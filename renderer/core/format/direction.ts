// The direction of texts: which are written from right to left, and names that do not disturb the words around them.

/** Letters of the scripts that are written from right to left. */
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);

/** Whether the first letter of a script is one of these, as `dir="auto"` has it. */
export function beginsRightToLeft(text: string): boolean {
  const first = /\p{L}/u.exec(text)?.[0];
  return first !== undefined && rightToLeft.test(first);
}

/** Each line of a name as it stands by itself in a sentence. */
export function isolated(text: string): string {
  return hasRightToLeft(text) ? text.replaceAll(/[^\n]+/g, '\u2068$&\u2069') : text;
}
