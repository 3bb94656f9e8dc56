// Imports character cards (`chara_card_v2`, `chara_card_v3`) as JSON, as written by SillyTavern and others. Presets
// have no place for picture, greetings and lore. Pure.

import type { PresetExample } from '../../../../shared/features/presets/preset.ts';
import { type Fields, type ForeignPreset, isFields, leftOf, pairs, textOf } from './foreignPreset.ts';

export function cardPreset(card: Fields): ForeignPreset {
  const data = isFields(card.data) ? card.data : card;
  const name = textOf(data.name);
  const spoken = (value: unknown): string =>
    textOf(value)
      .replaceAll(/\{\{char\}\}/gi, name)
      .replaceAll(/\{\{user\}\}/gi, 'the user');
  const parts = [data.system_prompt, data.description, data.personality, data.scenario, data.post_history_instructions];
  return {
    fields: {
      name,
      description: textOf(data.creator_notes),
      // `{{original}}` stands for the app's own system prompt.
      words: parts
        .map((part) =>
          spoken(part)
            .replaceAll(/\{\{original\}\}/gi, '')
            .trim(),
        )
        .filter(Boolean)
        .join('\n\n'),
      examples: exampleTalk(textOf(data.mes_example), name),
    },
    left: leftOf(data, ['first_mes', 'alternate_greetings', 'character_book', 'extensions']),
  };
}

/** `<START>` begins a dialogue; lines start with the speaker. */
function exampleTalk(text: string, name: string): PresetExample[] {
  const turns: [string, string][] = [];
  for (const talk of text.split(/<START>/i)) {
    let who: 'user' | 'char' | null = null;
    let pair: [string, string] = ['', ''];
    const end = (): void => {
      turns.push([pair[0].trim(), pair[1].trim()]);
      pair = ['', ''];
    };
    for (const line of talk.split(/\r?\n/)) {
      const [, user, char] = /^\s*(?:(\{\{user\}\}|<USER>):|(\{\{char\}\}|<BOT>):)/i.exec(line) ?? [];
      if (user && pair[1] !== '') end();
      if (user) who = 'user';
      else if (char) who = 'char';
      const spokenText = user || char ? line.replace(/^[^:]*:\s*/, '') : line;
      if (who === 'user') pair[0] += `${spokenText}\n`;
      else if (who === 'char') pair[1] += `${spokenText}\n`;
    }
    end();
  }
  return pairs(turns.map(([user, char]) => [withName(user, name), withName(char, name)] as const));
}

function withName(text: string, name: string): string {
  return text.replaceAll(/\{\{char\}\}/gi, name).replaceAll(/\{\{user\}\}/gi, 'the user');
}
