// Splits an environment message for display into its lead, the quoted text and the closing sentence. Tags around the
// text are for the model.

export interface ContextMessageParts {
  lead: string;
  /** Empty if the lead is complete. */
  text: string;
  after: string;
}

export function parseContextMessage(content: string): ContextMessageParts {
  const [, before = content, , text = '', after = ''] = aroundBlock.exec(content) ?? [];
  return { lead: before.replace(/^\[[^\]\n]*\]\n/, '').trim(), text: text.replace(/\n$/, ''), after: after.trim() };
}

const aroundBlock = /^([\s\S]*?)<((?:instructions|text)(?:-\d+)?)(?: path="[^"]*")?>\n([\s\S]*)<\/\2>([\s\S]*)$/;

/** Classifies a message's effect on its topic, by the host's wording. */
export function contextMessageEffect(content: string): 'begins' | 'changes' | 'ends' {
  const { lead, text } = parseContextMessage(content);
  if (text === '' && lead.endsWith('no longer applies.')) return 'ends';
  return lead.endsWith('this replaces what was said here before:') ? 'changes' : 'begins';
}
