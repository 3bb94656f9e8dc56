// What stands in a record of the environment, taken apart for people: the words that introduce it, the text that a person or a
// file wrote, and what is said behind it. The tags around the text are for the model.

export interface RecordBlock {
  lead: string;
  /** Empty: there is none, it is all said in the lead. */
  text: string;
  after: string;
}

export function recordBlock(content: string): RecordBlock {
  const [, before = content, , text = '', after = ''] = aroundBlock.exec(content) ?? [];
  return { lead: before.replace(/^\[[^\]\n]*\]\n/, '').trim(), text: text.replace(/\n$/, ''), after: after.trim() };
}

const aroundBlock = /^([\s\S]*?)<((?:instructions|text)(?:-\d+)?)(?: path="[^"]*")?>\n([\s\S]*)<\/\2>([\s\S]*)$/;

/** What a record does about its topic, by the words that the host gives it. */
export function recordChange(content: string): 'begins' | 'changes' | 'ends' {
  const { lead, text } = recordBlock(content);
  if (text === '' && lead.endsWith('no longer applies.')) return 'ends';
  return lead.endsWith('this replaces what was said here before:') ? 'changes' : 'begins';
}
