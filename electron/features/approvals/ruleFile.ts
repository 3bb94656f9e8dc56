// permissions.json: the user's permission rules on this machine. Shared by window and command line, so it is reread
// whenever it changes.

import { z } from 'zod';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say, textOf, type UserText } from '../../../shared/core/sentence.ts';
import { isTooBroad, type PermissionRule } from '../../../shared/permission/permission.ts';
import type { IdSource } from '../../lib/ids.ts';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import type { Log } from '../../lib/log.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Permissions } from '../../ports/permissions.ts';
import { createDataFolder } from '../../stores/dataFolder.ts';
import { makeFolder } from '../../stores/files/atomicWrite.ts';
import { type Disk, diskReason } from '../../stores/files/disk.ts';
import { createJsonFiles } from '../../stores/files/jsonFile.ts';
import { withLock } from '../../stores/locks/locks.ts';

const fileName = 'permissions.json';
/** The placeholder rule for an unreadable file. */
const unreadableId = 'unreadable';
/** Maximum rules, so that people can still review them. */
const maxRules = 2_000;
/** Milliseconds before usage times are written. */
const usedDelay = 2_000;

const text = z.string().min(1).max(20_000);
const ruleSchema: z.ZodType<PermissionRule> = z.object({
  id: text,
  effect: z.enum(['allow', 'ask', 'deny']),
  // Strict: dropping an unknown condition would widen the rule.
  match: z.strictObject({
    tool: text,
    server: text.exactOptional(),
    serverId: text.exactOptional(),
    background: z.literal(true).exactOptional(),
    process: text.exactOptional(),
    command: z.array(text).min(1).max(50).exactOptional(),
    begins: z.literal(true).exactOptional(),
    commandLine: text.exactOptional(),
    path: text.exactOptional(),
    origin: text.exactOptional(),
    opensPath: text.exactOptional(),
    opensHost: text.exactOptional(),
  }),
  scope: z.discriminatedUnion('type', [
    z.object({ type: z.literal('conversation'), conversationId: text }),
    z.object({ type: z.literal('project'), projectId: text }),
    z.object({ type: z.literal('always') }),
  ]),
  origin: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('answer'), conversationId: text, messageId: text }),
      z.object({ type: z.literal('settings') }),
    ])
    .catch({ type: 'settings' }),
  createdAt: z.string().catch(''),
  lastUsedAt: z.string().nullable().catch(null),
});
const fileSchema = z.looseObject({ v: z.literal(1).catch(1), rules: z.array(z.unknown()) });

interface Loaded {
  rules: readonly PermissionRule[];
  /** Unreadable entries, kept unchanged. */
  foreign: unknown[];
  problem: Sentence | null;
  unreadable: boolean;
}

export interface PermissionRulesOptions {
  disk: Disk;
  clock: Clock;
  ids: IdSource;
  log: Log;
  mask?: SecretMask | null;
}

export function createPermissionRules(dataDir: string, options: PermissionRulesOptions): Permissions {
  const { disk, clock, ids, log, mask = null } = options;
  const data = createDataFolder(dataDir, disk);
  const path = data.permissions;
  const files = createJsonFiles(disk, () => clock.now(), mask);
  const queue = createKeyedQueue();
  const listeners = new Set<() => void>();
  const used = new Map<string, string>();
  const removed = new Map<string, PermissionRule[]>();
  let timer: NodeJS.Timeout | null = null;
  /** Cache of the last read; `files` returns the same object while the file is unchanged. */
  let last: { value: object; loaded: Loaded } | null = null;
  /** Last published state, to notice changes by other processes. */
  let lastPublished: string | null = null;
  let seenRules: readonly PermissionRule[] | null = null;
  let lastReadProblem: Sentence | null = null;

  async function load(): Promise<Loaded> {
    const { value, notice } = await files.read(path, fileSchema, () => ({ v: 1 as const, rules: [] }), fileName);
    if (notice !== null) {
      return { rules: [askAboutAll(clock.now())], foreign: [], problem: unreadableProblem(notice), unreadable: true };
    }
    if (last?.value === value) return last.loaded;
    const loaded = rulesOf(value.rules, clock.now());
    last = { value, loaded };
    return loaded;
  }

  function tell(rules: readonly PermissionRule[]): void {
    if (rules === seenRules) return;
    seenRules = rules;
    const now = JSON.stringify(rules.map((rule) => [rule.id, contentOf(rule)]));
    const isNews = lastPublished !== null && lastPublished !== now;
    lastPublished = now;
    if (isNews) for (const listener of listeners) listener();
  }

  /**
   * Edits the current file; `edit` returns null for no change. An unreadable file stays as it is unless the user
   * removes its placeholder rule, because deny rules in it would silently vanish.
   */
  function change<T>(
    purpose: UserText,
    edit: (rules: readonly PermissionRule[]) => { rules: readonly PermissionRule[]; value: T } | null,
    synced: boolean,
  ): Promise<Result<T | null>> {
    return queue.run(fileName, async () => {
      try {
        await makeFolder(disk, dataDir);
      } catch (thrown) {
        return fail(
          'STORE_WRITE_FAILED',
          say`The rules could not be saved: ${diskReason(thrown)}. They are unchanged.`,
        );
      }
      const lock = { folder: data.locks, name: fileName, purpose, clock };
      return withLock(lock, 'DATA_FOLDER_BUSY', async () => {
        const { rules, foreign, unreadable, problem } = await load();
        const edited = edit(rules);
        if (!edited) return ok(null);
        if (edited.rules.some(({ id }) => id === unreadableId)) return fail('SETTINGS_INVALID', problem ?? '');
        const grows = edited.rules.length > rules.length;
        if (grows && edited.rules.length + foreign.length > maxRules) {
          return fail('SETTINGS_INVALID', say`There are already ${maxRules} rules. Remove some first.`);
        }
        const usedRules = edited.rules.map((rule) => ({
          ...rule,
          lastUsedAt: later(rule.lastUsedAt, used.get(rule.id)),
        }));
        const written = await files.write(path, { v: 1, rules: [...usedRules, ...foreign] }, { synced, unreadable });
        if (!written.ok) return written;
        used.clear();
        tell(usedRules);
        return ok(edited.value);
      });
    });
  }

  async function writeUsed(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    if (used.size === 0) return;
    const writtenIds = new Set(used.keys());
    const written = await change(
      say`recording which rules were used`,
      (rules) => (rules.some(({ id }) => writtenIds.has(id)) ? { rules, value: null } : null),
      false,
    );
    if (!written.ok) log('warning', written.error.message, 'RULES_UNWRITTEN', { reason: written.error });
    used.clear();
  }

  return {
    async list() {
      const { rules, problem } = await load();
      if (textOf(problem ?? '') !== textOf(lastReadProblem ?? '') && problem !== null)
        log('warning', textOf(problem), 'RULES_UNREADABLE');
      lastReadProblem = problem;
      tell(rules);
      return rules.map((rule) => ({ ...rule, lastUsedAt: later(rule.lastUsedAt, used.get(rule.id)) }));
    },
    problem: async () => (await load()).problem,

    async add(rule) {
      if (isTooBroad(rule)) {
        const message = say`A rule cannot allow everything. Use the “Full access” mode instead, which is always visible.`;
        return fail('SETTINGS_INVALID', message);
      }
      const newRule: PermissionRule = {
        ...rule,
        id: ids.randomId(),
        createdAt: clock.now().toISOString(),
        lastUsedAt: null,
      };
      const added = await change(
        say`adding a rule`,
        (rules) => ({ rules: [newRule, ...rules.filter((other) => !isSameRule(other, newRule))], value: newRule }),
        true,
      );
      return added.ok ? ok(newRule) : added;
    },

    async remove(ruleId) {
      const done = await change(
        say`removing a rule`,
        (rules) => {
          const others = rules.filter(({ id }) => id !== ruleId);
          return others.length === rules.length ? null : { rules: others, value: true };
        },
        true,
      );
      if (!done.ok) return done;
      return done.value ? ok(undefined) : fail('SETTINGS_INVALID', say`This rule no longer exists.`);
    },

    used(ruleIds) {
      const at = clock.now().toISOString();
      for (const id of ruleIds) if (id !== unreadableId) used.set(id, at);
      if (used.size === 0 || timer) return;
      timer = setTimeout(() => void writeUsed(), usedDelay);
      timer.unref();
    },

    async forgetConversation(conversationId) {
      const ofIt = ({ scope }: PermissionRule): boolean =>
        scope.type === 'conversation' && scope.conversationId === conversationId;
      const done = await change(
        say`removing a conversation's rules`,
        (rules) => {
          const matchingRules = rules.filter(ofIt);
          return matchingRules.length === 0
            ? null
            : { rules: rules.filter((rule) => !ofIt(rule)), value: matchingRules };
        },
        true,
      );
      if (!done.ok) log('warning', done.error.message, 'RULES_UNWRITTEN', { reason: done.error });
      else if (done.value) removed.set(conversationId, done.value);
    },

    async restoreConversation(conversationId) {
      const back = removed.get(conversationId);
      if (!back) return;
      removed.delete(conversationId);
      const done = await change(say`restoring rules`, (rules) => ({ rules: [...back, ...rules], value: true }), true);
      if (!done.ok) log('warning', done.error.message, 'RULES_UNWRITTEN', { reason: done.error });
    },

    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    close: writeUsed,
  };
}

/** More rules than the app creates come from elsewhere, and nobody could review them. */
function rulesOf(entries: readonly unknown[], now: Date): Loaded {
  if (entries.length > maxRules) {
    const notice = say`${fileName} has ${entries.length} rules; the limit is ${maxRules}.`;
    return { rules: [askAboutAll(now)], foreign: [], problem: unreadableProblem(notice), unreadable: true };
  }
  const rules: PermissionRule[] = [];
  const foreign: unknown[] = [];
  for (const entry of entries) {
    const parsed = ruleSchema.safeParse(entry);
    if (parsed.success && parsed.data.id !== unreadableId) rules.push(parsed.data);
    else foreign.push(entry);
  }
  return { rules, foreign, problem: foreign.length === 0 ? null : foreignProblem(foreign.length), unreadable: false };
}

function later(one: string | null, other: string | undefined): string | null {
  return other !== undefined && (one === null || other > one) ? other : one;
}

function isSameRule(one: PermissionRule, other: PermissionRule): boolean {
  return contentOf(one) === contentOf(other);
}

/** Its content, regardless of field order. */
function contentOf({ effect, match, scope }: PermissionRule): string {
  return JSON.stringify([effect, Object.entries(match).sort(), Object.entries(scope).sort()]);
}

function askAboutAll(now: Date): PermissionRule {
  return {
    id: unreadableId,
    effect: 'ask',
    match: { tool: '*' },
    scope: { type: 'always' },
    origin: { type: 'settings' },
    createdAt: now.toISOString(),
    lastUsedAt: null,
  };
}

function unreadableProblem(notice: Sentence): Sentence {
  return say`${notice} Your denials are unknown, so you are asked about everything. Remove that rule in Settings to start a new file. The old file is kept next to it.`;
}

function foreignProblem(count: number): Sentence {
  const some = count === 1 ? say`One rule` : say`${count} rules`;
  return say`${some} in ${fileName} cannot be read and ${count === 1 ? 'is' : 'are'} ignored. The file is left unchanged. A newer version may have written it.`;
}
