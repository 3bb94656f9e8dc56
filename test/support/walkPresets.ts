// Presets in a walk: chosen, replaced, edited, removed, deleted and restored, and whether the next request contains the
// one in effect.

import { choosePreset } from '../../electron/features/presets/choosePreset.ts';
import type { Presets } from '../../electron/features/presets/presets.ts';
import type { ModelRequest } from '../../electron/ports/provider.ts';
import { environmentOf } from '../../shared/conversation/environment.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { ok } from '../../shared/core/errors.ts';
import { emptyPreset, type Preset, type PresetRef } from '../../shared/features/presets/preset.ts';
import { okValue } from './result.ts';
import type { WalkProcess } from './walkProcess.ts';

export interface WalkPresets extends Pick<Presets, 'find'> {
  /** One of the user's actions with presets. */
  take(process: WalkProcess, conversationId: string, place: number): Promise<void>;
  /** As sentences, unless the user hides the record of it. */
  problems(
    chosen: PresetRef | null | undefined,
    messages: readonly Message[],
    isHidden: (record: Message) => boolean,
    request: ModelRequest,
  ): string[];
}

export function createWalkPresets(): WalkPresets {
  /** By ID, how often it was written; negative: its file is gone. */
  const written = new Map([
    ['a', 1],
    ['b', 1],
  ]);
  const wordsOf = (id: string): string => `Preset ${id}, version ${written.get(id)}.`;

  function presetOf(ref: PresetRef): Preset | null {
    if ((written.get(ref.id) ?? -1) < 0) return null;
    const origin = { scope: ref.scope, label: `${ref.id}.md` };
    const example = { user: 'How?', assistant: 'So.' };
    return {
      ...emptyPreset,
      ref,
      origin,
      name: ref.id,
      words: wordsOf(ref.id),
      examples: [example],
      place: '',
      version: '',
    };
  }

  const find: Presets['find'] = async (_scope, ref) => presetOf(ref);

  return {
    find,

    async take({ deps }, conversationId, place) {
      const choose = async (id: string | null): Promise<void> => {
        const ref: PresetRef | null = id === null ? null : { scope: 'personal', id };
        if (ref && !presetOf(ref)) return;
        okValue(await choosePreset({ ...deps, presets: { find } }, conversationId, ref, async () => ok(true)));
      };
      const id = place % 2 === 0 ? 'a' : 'b';
      const count = written.get(id) ?? 1;
      const kind = place % 7;
      if (kind < 3) await choose(id);
      else if (kind === 3) await choose(null);
      else written.set(id, kind === 4 ? -count : Math.abs(count) + 1);
    },

    problems(chosen, messages, isHidden, { messages: sent }) {
      if (messages.some((record) => environmentOf(record) === 'preset' && isHidden(record))) return [];
      const said = JSON.stringify(sent);
      const last = [...said.matchAll(/Preset [ab], version \d+\./g)].at(-1);
      const preset = chosen ? presetOf(chosen) : null;
      if (preset) return last?.[0] === preset.words ? [] : [`${preset.words} is not what was said last: ${last?.[0]}`];
      return last && !said.slice(last.index).includes('no longer applies') ? [`${last[0]} is still in force`] : [];
    },
  };
}
