// Validates CSS colors and lengths. Accepts only literal values: nothing that refers, computes or loads. Browsers
// accept everything that passes, so a theme never leaves a color undefined. Pure.

/** CSS color names, without system colors. */
const named = new Set(
  `aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue
  chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey
  darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray
  darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen
  fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender
  lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey
  lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen
  magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen
  mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange
  orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple
  rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue
  slategray slategrey snow springgreen steelblue tan teal thistle tomato transparent turquoise violet wheat white whitesmoke
  yellow yellowgreen`.split(/\s+/),
);

const number = '[+-]?(?:\\d{1,12}(?:\\.\\d{0,12})?|\\.\\d{1,12})';
const [n, p, angle] = [number, `${number}%`, `${number}(?:deg|grad|rad|turn)?`];
const either = `(?:${p}|${n}|none)`;
const hue = `(?:${angle}|none)`;
const alpha = `(?: ?/ ?${either})?`;

/** Matched after collapsing spaces and removing those next to brackets and commas. */
const functions = [
  `rgba?\\(${either} ${either} ${either}${alpha}\\)`,
  `rgba?\\(${n},${n},${n}(?:,(?:${p}|${n}))?\\)`,
  `rgba?\\(${p},${p},${p}(?:,(?:${p}|${n}))?\\)`,
  `hsla?\\(${hue} ${either} ${either}${alpha}\\)`,
  `hsla?\\(${angle},${p},${p}(?:,(?:${p}|${n}))?\\)`,
  `hwb\\(${hue} ${either} ${either}${alpha}\\)`,
  `(?:ok)?lab\\(${either} ${either} ${either}${alpha}\\)`,
  `(?:ok)?lch\\(${either} ${either} ${hue}${alpha}\\)`,
].map((pattern) => new RegExp(`^${pattern}$`));

const hex = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/;
const both = /^light-dark\((.*)\)$/;

function isOneColor(text: string): boolean {
  return hex.test(text) || named.has(text) || functions.some((pattern) => pattern.test(text));
}

/** The window's limit (`isThemeValue`); and with extra spaces in the file. */
const maxValueLength = 200;
const maxReadBytes = 1_000;

/** The normalized color: lower case, single spaces. Null if invalid. */
export function normalizeColor(value: string): string | null {
  const text = plain(value.slice(0, maxReadBytes));
  if (value.length > maxReadBytes || text.length > maxValueLength) return null;
  if (isOneColor(text)) return text;
  const inside = both.exec(text)?.[1];
  if (inside === undefined) return null;
  // Try each comma as the separator, since both colors may contain commas.
  for (let at = inside.indexOf(','); at >= 0; at = inside.indexOf(',', at + 1)) {
    if (isOneColor(inside.slice(0, at)) && isOneColor(inside.slice(at + 1))) return text;
  }
  return null;
}

const defaultLetter = 16;

/** A length of at most `max` pixels, in px or rem. */
export function normalizeLength(value: string, max: number): string | null {
  const text = plain(value);
  if (text === '0') return '0px';
  const [, figure, unit] = /^(\d{1,4}(?:\.\d{1,4})?)(px|rem)$/.exec(text) ?? [];
  if (figure === undefined) return null;
  return Number(figure) * (unit === 'rem' ? defaultLetter : 1) <= max ? text : null;
}

function plain(value: string): string {
  return value
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ ?([(),]) ?/g, '$1');
}
