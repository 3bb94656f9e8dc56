// Moves texts from the browser's storage to the host after the data was encrypted. They leave the storage once the host has them.

import type { Connection } from '../../core/connection/connection.ts';
import type { Memory } from '../../core/memory.ts';
import { isText, type UnsentMemory, unscrubbed } from '../../core/unsentMemory.ts';

interface TakeOverDeps {
  /** The browser's own. */
  memory: Memory;
  tab: Memory;
  unsent: UnsentMemory;
  call: Connection['call'];
  /** The host can scrub: it is tried again after a failure. */
  canScrub: boolean;
}

export async function takeOverTexts({ memory, tab, unsent, call, canScrub }: TakeOverDeps): Promise<void> {
  const moved: [Memory, string, string][] = [];
  for (const [storage, texts] of [
    [memory, unsent.memory],
    [tab, unsent.tab],
  ] as const) {
    for (const name of storage.names?.() ?? []) {
      const text = isText(name) ? storage.get(name) : null;
      if (text === null) continue;
      moved.push([storage, name, text]);
      // This is the storage's text, unless the host has one.
      texts.set(name, texts.get(name));
    }
  }
  if (!(await unsent.flush())) return;
  for (const [storage, name, text] of moved) if (storage.get(name) === text) storage.set(name, null);
  const rest = (memory.names?.() ?? []).map((name) => [name, memory.get(name)] as const);
  const scrubbed = await call('unsent.scrub', {});
  if (!scrubbed.ok) return;
  if (scrubbed.value.scrubbed) for (const [name, value] of rest) memory.set(name, value);
  if (scrubbed.value.scrubbed || !canScrub) memory.set(unscrubbed, 'no');
}
