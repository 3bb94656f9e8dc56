// Text direction: detects right-to-left text, and isolates names in sentences.

/** Letters of right-to-left scripts. */
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);

/** Whether the first strong letter is right-to-left, as in `dir="auto"`. */
export function startsRightToLeft(text: string): boolean {
  const first = /\p{L}/u.exec(text)?.[0];
  return first !== undefined && rightToLeft.test(first);
}

/** Isolates each line of a name from the surrounding text. */
export function isolateBidi(text: string): string {
  return hasRightToLeft(text) ? text.replaceAll(/[^\n]+/g, '\u2068$&\u2069') : text;
}
