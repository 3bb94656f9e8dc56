// What in a markup could load, run, navigate or take over the page: judged by a list of harmless parts, so that
// anything unknown is a problem.

const harmlessTags = new Set(
  'div p a em strong del code pre span ul ol li input blockquote h1 h2 h3 h4 h5 h6 hr br section table thead tbody tr th td button svg path rect line polyline circle sup'.split(
    ' ',
  ),
);
/** The tags that render formulas. */
const mathsTags = new Set(
  'math semantics annotation mrow mi mn mo mtext mspace mfrac msup msub msubsup msqrt mroot mover munder munderover mtable mtr mtd mstyle mpadded mphantom menclose merror'.split(
    ' ',
  ),
);
const harmlessAttributes = new Set(
  'class dir href target rel title tabindex type disabled checked start style aria-label aria-hidden aria-pressed aria-expanded aria-haspopup role data-done data-file-links data-language data-note data-note-name data-plain data-state data-far data-unseen xmlns width height viewBox preserveAspectRatio fill stroke stroke-width stroke-linecap stroke-linejoin d x y rx ry cx cy r points x1 x2 y1 y2'.split(
    ' ',
  ),
);
const mathsAttributes = new Set(
  'display encoding mathvariant stretchy fence separator lspace rspace minsize maxsize linethickness columnalign rowspacing columnspacing scriptlevel displaystyle accent accentunder movablelimits mathcolor mathbackground mathsize voffset depth symmetric columnlines rowlines notation'.split(
    ' ',
  ),
);

/** Every tag and attribute that is not harmless. */
export function problems(markup: string): string[] {
  const found: string[] = [];
  for (const [, name = '', rest = ''] of markup.matchAll(
    /<([a-zA-Z][^\s/>]*)((?:[\s/]+[^\s=>/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']*))?)*)\s*\/?>?/g,
  )) {
    if (!harmlessTags.has(name) && !mathsTags.has(name)) found.push(`<${name}>`);
    for (const [, attribute = '', value = ''] of rest.matchAll(/([^\s=/"']+)(?:="([^"]*)")?/g)) {
      if (!harmlessAttributes.has(attribute) && !mathsAttributes.has(attribute)) found.push(`${name} ${attribute}`);
      if (attribute === 'href' && !/^(?:https?:\/\/[^/]|mailto:)/.test(value)) found.push(`href ${value}`);
      if (attribute === 'style' && /url|expression|@import|fixed/i.test(value)) found.push(`style ${value}`);
    }
    if (name === 'a' && !/target="_blank"/.test(rest)) found.push('a link that would open in place');
    if (name === 'a' && !/rel="noopener noreferrer"/.test(rest)) found.push('a link without rel');
  }
  return found;
}
