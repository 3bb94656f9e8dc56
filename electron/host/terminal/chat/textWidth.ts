// How many columns of a terminal a text takes, and a text cut to so many: Chinese, Japanese and Korean signs and most emoji take
// two, marks on other signs none.

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const none = /[\p{Mn}\p{Me}\p{Cf}]/u;

function textWidth(text: string): number {
  let width = 0;
  for (const sign of text) width += signWidth(sign);
  return width;
}

/** At most so many columns, with a mark where something was cut. */
export function cutToWidth(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let width = 0;
  let kept = '';
  for (const sign of text) {
    width += signWidth(sign);
    if (width > columns - 1) break;
    kept += sign;
  }
  return `${kept}…`;
}

function signWidth(sign: string): number {
  if (none.test(sign)) return 0;
  return wide.test(sign) ? 2 : 1;
}
