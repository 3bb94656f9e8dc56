// The parts of a conversation's metadata that follow the user from machine to machine, as registers: per field a value, of which the
// last writer's wins. Approval modes, server choices, worktrees and other apps' sessions belong to one machine and are none.

import { tagKey } from '../../../../shared/features/tags/tag.ts';
import type { ConversationMeta } from '../../../conversation/formats.ts';

export const headField = 'head';
export const projectField = 'project';
const markPrefix = 'mark:';
const tagPrefix = 'tag:';

/** `head`: the effective one; null for an empty conversation. */
export function registersOf(meta: ConversationMeta, head: string | null): Map<string, unknown> {
  const values = new Map<string, unknown>();
  const add = (field: string, value: unknown, isDefault: boolean): void => {
    if (!isDefault) values.set(field, value);
  };
  const { title, namedBy, pinned, archived, model, modelOptions, preset, instructions } = meta;
  add('name', { title, ...(namedBy ? { namedBy } : {}) }, title === '' && namedBy === undefined);
  add('pinned', pinned, !pinned);
  add('archived', archived, !archived);
  add('model', model, model === null);
  add('modelOptions', modelOptions, modelOptions === undefined);
  add('preset', preset, preset === null || preset === undefined);
  add('instructions', instructions, instructions === undefined);
  add(headField, head, head === null);
  for (const tag of meta.tags ?? []) values.set(tagPrefix + tagKey(tag.name), tag);
  for (const [id, mark] of Object.entries(meta.marks)) values.set(markPrefix + id, mark);
  return values;
}

/** The metadata with this value; undefined: the default. Head and project are not in it as such. */
export function withRegister(meta: ConversationMeta, field: string, value: unknown): ConversationMeta {
  if (field === 'name') {
    const { title = '', namedBy } = (value ?? {}) as Partial<ConversationMeta>;
    const { namedBy: _before, ...rest } = meta;
    return { ...rest, title: String(title), ...(namedBy === undefined ? {} : { namedBy }) } as ConversationMeta;
  }
  if (field === 'pinned' || field === 'archived') return { ...meta, [field]: value === true };
  if (field === 'model') return { ...meta, model: (value ?? null) as ConversationMeta['model'] };
  if (field === 'instructions' && typeof value !== 'string') value = undefined;
  if (field === 'modelOptions' || field === 'preset' || field === 'instructions') {
    const { [field]: _before, ...rest } = meta;
    return (value === undefined || value === null ? rest : { ...rest, [field]: value }) as ConversationMeta;
  }
  if (field.startsWith(markPrefix)) {
    const id = field.slice(markPrefix.length);
    const { [id]: _before, ...others } = meta.marks;
    return { ...meta, marks: value ? { ...others, [id]: value as ConversationMeta['marks'][string] } : others };
  }
  if (field.startsWith(tagPrefix)) {
    const key = field.slice(tagPrefix.length);
    const others = (meta.tags ?? []).filter(({ name }) => tagKey(name) !== key);
    return { ...meta, tags: value ? [...others, value as NonNullable<ConversationMeta['tags']>[number]] : others };
  }
  // A field of a newer version.
  return meta;
}

/** Equal for equal values, whatever the order of their fields. */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(',')}}`;
}
