// Texts that the user has typed and not sent: in the browser's storage, or, if the data is encrypted, with the host, which encrypts
// them. The page's copy is current; the host's is at most 400 ms older.

import type { Result } from '../../shared/core/errors.ts';
import type { Unsent } from '../../shared/features/unsent/methods.ts';
import type { Memory } from './memory.ts';

type Texts = Record<string, string | null>;

export interface UnsentMemory {
  /** The window's storage and the tab's; texts are wherever they belong. */
  memory: Memory;
  tab: Memory;
  /** The host's copy, whenever the window has connected. Undefined: the data is plain. */
  take(kept: Unsent | undefined): void;
  /** Another window has changed them. */
  follow(texts: Texts): void;
  /** Saves pending changes now. False: they are not saved. */
  flush(): Promise<boolean>;
}

interface UnsentMemoryDeps {
  memory: Memory;
  tab: Memory;
  save(texts: Texts): Promise<Result<unknown>>;
  later(ms: number, callback: () => void): () => void;
}

const pause = 400;
/** After a save that failed, such as on a full disk. */
const retryPause = 5_000;
/** In one request; a single text may be longer. */
const maxBatchCharacters = 1_000_000;
const tabId = 'id';

/** `no`: the browser's storage has no texts, not even deleted ones that are not overwritten yet. */
export const unscrubbed = 'unscrubbed';

/** Whether a value is the user's text. */
export const isText = (name: string): boolean =>
  /^(?:draft(?!\.isOwn)|edits$|plans$|place$|fromLink|customization\.|trust\.)/.test(name);

export function createUnsentMemory({ memory, tab, save, later }: UnsentMemoryDeps): UnsentMemory {
  /** By the host's name; null: the data is plain. */
  let texts: Map<string, string> | null = null;
  const changed = new Set<string>();
  /** Its own are newer than what the host answers. */
  const written = new Set<string>();
  let cancel: (() => void) | null = null;

  function prefixOfTab(): string {
    const id = tab.get(tabId) ?? crypto.randomUUID();
    tab.set(tabId, id);
    return `tab.${id}.`;
  }

  function over(storage: Memory, prefix: () => string): Memory {
    const keyOf = (name: string): string => (storage.isOfTab?.(name) ? prefixOfTab() : prefix()) + name;
    return {
      ...storage,
      get: (name) => (texts && isText(name) ? texts.get(keyOf(name)) : null) ?? storage.get(name),
      set(name, value) {
        if (!texts || !isText(name)) {
          if (isText(name) && memory.get(unscrubbed) === 'no') memory.set(unscrubbed, null);
          return storage.set(name, value);
        }
        const key = keyOf(name);
        if (value === null) storage.set(name, null);
        if (value === null ? !texts.delete(key) : texts.get(key) === value) return;
        if (value !== null) texts.set(key, value);
        written.add(key);
        changed.add(key);
        cancel ??= later(pause, () => void flush());
      },
    };
  }

  async function flush(): Promise<boolean> {
    cancel?.();
    cancel = null;
    if (!texts || changed.size === 0) return true;
    const names = [...changed];
    changed.clear();
    const isSaved = await saveAll(batches(names));
    if (changed.size > 0) cancel ??= later(retryPause, () => void flush());
    return isSaved;
  }

  function batches(names: readonly string[]): string[][] {
    const all: string[][] = [];
    let left = 0;
    for (const name of names) {
      const length = texts?.get(name)?.length ?? 0;
      if (all.length === 0 || length > left) {
        all.push([]);
        left = maxBatchCharacters;
      }
      left -= length;
      all.at(-1)?.push(name);
    }
    return all;
  }

  /** A text that the host refuses does not keep the others from being saved. */
  async function saveAll(all: readonly string[][]): Promise<boolean> {
    let isSaved = true;
    for (const names of all) {
      const saved = await save(Object.fromEntries(names.map((name) => [name, texts?.get(name) ?? null])));
      if (saved.ok) continue;
      const isRefused = saved.error.code === 'PARAMS_INVALID';
      if (isRefused && names.length > 1) isSaved = (await saveAll(names.map((name) => [name]))) && isSaved;
      else isSaved = false;
      if (!isRefused) for (const name of names) changed.add(name);
    }
    return isSaved;
  }

  /** The data is plain again. */
  function takeBack(kept: Unsent): void {
    const prefix = prefixOfTab();
    const all = { ...kept.texts, ...Object.fromEntries(texts ?? []) };
    texts = null;
    const taken: Texts = {};
    for (const [key, text] of Object.entries(all)) {
      const isOfTab = key.startsWith(prefix);
      if (key.startsWith('tab.') && !isOfTab) continue;
      if (isOfTab) tab.set(key.slice(prefix.length), text);
      else memory.set(key, text);
      taken[key] = null;
    }
    if (Object.keys(taken).length > 0) void save(taken);
  }

  return {
    memory: over(memory, () => ''),
    tab: over(tab, prefixOfTab),
    flush,
    take(kept) {
      // Decrypted while this page was away: the host may have nothing left, but the page's own texts are current.
      if (!kept?.isEncrypted) return kept || texts ? takeBack(kept ?? { isEncrypted: false, texts: {} }) : undefined;
      const newer = [...(texts ?? [])].filter(([key]) => written.has(key));
      const theirs = Object.entries(kept.texts).filter(([key]) => !written.has(key));
      texts = new Map([...theirs, ...newer]);
      void flush();
    },
    follow(theirs) {
      for (const [key, text] of Object.entries(theirs)) {
        written.delete(key);
        if (text === null) texts?.delete(key);
        else texts?.set(key, text);
      }
    },
  };
}
