// Words that this code base used for years and that a native reader would not expect. docs/prose.md explains them.

import type { Passage } from './passages.ts';

export interface ProseRule {
  id: string;
  /** The words, as docs/prose.md lists them. */
  words: string;
  /** What to write instead. */
  write: string;
  pattern: RegExp;
  /** Default: all of them. */
  kinds?: readonly Passage['kind'][];
}

export const rules: readonly ProseRule[] = [
  {
    id: 'person',
    words: 'the person, a person’s',
    write: 'the user, the user’s',
    pattern: /\b(?:the|a|this|that) persons?\b/gi,
  },
  {
    id: 'told',
    words: 'is told, tells',
    write: 'is notified, receives; reports, returns',
    pattern: /\b(?:is|are|was|were|be|been) told\b|\btells?\b/gi,
  },
  {
    id: 'says',
    words: 'says (of code)',
    write: 'reports, returns, contains',
    pattern: /\bsays?\b/gi,
    kinds: ['comment'],
  },
  { id: 'gives', words: 'gives (of a function)', write: 'returns', pattern: /\bgives?\b(?! up)/gi, kinds: ['comment'] },
  {
    id: 'stands',
    words: 'stands in, stands at',
    write: 'is in, is at',
    pattern: /\bstands? (?:in|at|on|beside|for|there|where|above|below)\b/gi,
  },
  { id: 'goes-on', words: 'goes on', write: 'continues', pattern: /\bgo(?:es|ing)? on\b/gi },
  { id: 'goes-along', words: 'goes along', write: 'is included', pattern: /\bgo(?:es|ing)? along\b/gi },
  {
    id: 'comes-later',
    words: 'comes later, comes with',
    write: 'loads lazily, is bundled with',
    pattern: /\bcomes? (?:later|with)\b/gi,
  },
  { id: 'anew', words: 'anew, once more', write: 'again', pattern: /\banew\b|\bonce more\b/gi },
  { id: 'whoever', words: 'whoever, whatever asks', write: 'the caller', pattern: /\bwhoever\b|\bwhatever asks\b/gi },
  {
    id: 'what-there-is',
    words: 'what there is, what is there',
    write: 'the rest, existing …',
    pattern: /\bwhat (?:there is|is there)\b/gi,
  },
  {
    id: 'itself',
    words: 'of itself, by itself',
    write: 'automatically, on its own, individually',
    pattern: /\b(?:of|by) (?:itself|themselves)\b/gi,
  },
  { id: 'beside', words: 'beside', write: 'next to, alongside, in addition to', pattern: /\bbeside\b/gi },
  {
    id: 'makes-room',
    words: 'makes room (for context)',
    write: 'compacts',
    pattern: /\bmak(?:es?|ing) room\b|\bmade room\b/gi,
  },
  {
    id: 'room',
    words: 'room (a namespace, a folder of code)',
    write: 'sandbox namespace; folder, module',
    pattern: /\brooms?\b/gi,
  },
  { id: 'door', words: 'door', write: 'entry point (of the process), host', pattern: /\bdoors?\b/gi },
  {
    id: 'edge',
    words: 'edge (of the sandbox)',
    write: 'sandbox boundary',
    pattern: /\bedges? of (?:the|a) sandbox\b|\bsandbox[’']s edge\b|\bat the edge\b/gi,
  },
  { id: 'reckoned', words: 'reckoned', write: 'estimated', pattern: /\breckon(?:s|ed|ing)?\b/gi },
  {
    id: 'wire',
    words: 'wire (except “wire format”)',
    write: 'provider API, protocol',
    pattern: /\bwires?\b(?! formats?)/gi,
  },
  { id: 'grave', words: 'grave', write: 'dangerous, destructive', pattern: /\bgrave\b/gi },
  { id: 'put-back', words: 'put back', write: 'restore', pattern: /\bput(?:s|ting)? (?:\w+ )?back\b/gi },
  {
    id: 'taken-back',
    words: 'taken back',
    write: 'undone, removed',
    pattern: /\b(?:take|takes|taken|taking|took) (?:\w+ )?back\b/gi,
  },
  { id: 'other-programs', words: 'other programs', write: 'other apps', pattern: /\bother programs?\b/gi },
  {
    id: 'folder-that-you-trust',
    words: 'a folder that you trust',
    write: 'a trusted folder',
    pattern: /\bfolders? that you trust\b/gi,
  },
  {
    id: 'something-of',
    words: 'what is … of it, all that it …',
    write: 'a noun: its fields, every entry',
    pattern: /\ball that (?:it|they|was|is|has|have)\b|\b(?:what|that) is (?:known|said|told|kept|shown) of\b/gi,
  },
  {
    id: 'starts-with-what',
    words: 'a comment that starts with “What”',
    write: 'a noun, or a verb in the third person: “Returns …”',
    pattern: /^What\b/g,
    kinds: ['comment'],
  },
  {
    id: 'starts-with-of',
    words: 'a comment that starts with “Of”',
    write: 'subject, verb, object',
    pattern: /^Of (?:a|an|all|each|it|many|several|the|those|them|two|what)\b/g,
    kinds: ['comment'],
  },
  {
    id: 'bound-names',
    words: '`most…`, `longest…`, `largest…`, `least…` (a bound)',
    write: '`max…`, `min…`',
    pattern: /^(?:most|longest|largest|least|smallest|shortest)[A-Z]\w*$/g,
    kinds: ['name'],
  },
  { id: 'usual-names', words: '`usual…`', write: '`default…`', pattern: /^usual[A-Z]\w*$/g, kinds: ['name'] },
  {
    id: 'participle-names',
    words: '`found`, `words`, `known`, `shown`, `kept`, `said`, `own` (a variable)',
    write: 'what it holds: `matches`, `labels`, `knownIds`, `visibleRows`, `savedDraft`, `reply`, `ownRules`',
    pattern: /^(?:found|words|known|shown|kept|said|told|own|wanted|given|asked|held)$/g,
    kinds: ['name'],
  },
];
