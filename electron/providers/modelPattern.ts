// Finds the settings entry for a model, by `provider/model` or a name with `*`.

import type { ModelRef } from '../../shared/features/models/modelOptions.ts';

/** Tries `provider/model`, then the model's name, then the first `*` pattern that matches either; null: no entry. */
export function entryFor<Value>(entries: Readonly<Record<string, Value>>, { provider, model }: ModelRef): Value | null {
  const fullName = `${provider}/${model}`;
  for (const name of [fullName, model]) if (Object.hasOwn(entries, name)) return entries[name] ?? null;
  const fitting = Object.entries(entries).find(
    ([pattern]) => pattern.includes('*') && (matchesPattern(pattern, fullName) || matchesPattern(pattern, model)),
  );
  return fitting ? fitting[1] : null;
}

/** Matches `*` as any text, piece by piece, in linear time. */
function matchesPattern(pattern: string, name: string): boolean {
  const [first = '', ...parts] = pattern.toLowerCase().split('*');
  const text = name.toLowerCase();
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of parts.entries()) {
    if (index === parts.length - 1) return text.length - part.length >= at && text.endsWith(part);
    const foundAt = text.indexOf(part, at);
    if (foundAt < 0) return false;
    at = foundAt + part.length;
  }
  return at === text.length;
}
