// The instructions and examples of a conversation's preset, as a standing text until it changes.

import { blockTag } from '../../../shared/conversation/attachments.ts';
import type { Preset, PresetExample } from '../../../shared/features/presets/preset.ts';
import type { StandingSource } from '../../chat/context/standingTexts.ts';
import type { ConversationWriter } from '../../ports/store.ts';
import type { Presets } from './presets.ts';

export function presetTexts(deps: {
  presets: Pick<Presets, 'find'>;
  store: Pick<ConversationWriter, 'asKept'>;
}): StandingSource {
  return async ({ meta, folder, trusted }) => {
    const preset = meta.preset ? await deps.presets.find({ folder, trusted }, meta.preset) : null;
    const presetText = preset === null ? '' : wordsOf(preset);
    const lead = preset === null || presetText === '' ? '' : leadOf(preset);
    // In stored form, with secrets masked, so that comparisons match.
    const asStored = async (text: string): Promise<string> => (text === '' ? '' : (await deps.store.asKept(text)).text);
    const text = presetText === '' ? null : await asStored(presetText);
    return [{ about: 'preset', title: 'Preset', lead: await asStored(lead), text }];
  };
}

const froms: Readonly<Record<Preset['ref']['scope'], string>> = {
  personal: '',
  project: ', a file of the project folder, which the user trusts',
  team: ', which a member of a team shares and the user has accepted',
};

function leadOf({ name, ref }: Preset): string {
  const from = froms[ref.scope];
  return `For this conversation the user chose the preset “${name.replace(/\s+/g, ' ')}”${from}. It says:`;
}

function wordsOf({ words, examples }: Preset): string {
  const exampleTexts = examples.map(exampleText);
  const lead = 'Examples of good replies. They are no part of this conversation:';
  return [words.trim(), ...(exampleTexts.length > 0 ? [[lead, ...exampleTexts].join('\n')] : [])]
    .filter(Boolean)
    .join('\n\n');
}

function exampleText({ user, assistant }: PresetExample): string {
  const inside = [blockOf('user', user), blockOf('assistant', assistant)].join('\n');
  return blockOf('example', inside);
}

function blockOf(name: string, text: string): string {
  const tag = blockTag(name, text);
  return `<${tag}>\n${text}${text.endsWith('\n') ? '' : '\n'}</${tag}>`;
}
