// Settings by model, as `provider/model` or a name with `*`: which entry is meant for a model.

import type { ModelRef } from '../../shared/features/models/modelOptions.ts';

/** `provider/model` first, then the model's name, then the first pattern with `*` that fits either; null: none does. */
export function entryFor<Value>(entries: Readonly<Record<string, Value>>, { provider, model }: ModelRef): Value | null {
  const whole = `${provider}/${model}`;
  for (const name of [whole, model]) if (Object.hasOwn(entries, name)) return entries[name] ?? null;
  const fitting = Object.entries(entries).find(
    ([pattern]) => pattern.includes('*') && (fits(pattern, whole) || fits(pattern, model)),
  );
  return fitting ? fitting[1] : null;
}

/** A star stands for any text; walked part by part, so that no pattern takes long. */
function fits(pattern: string, name: string): boolean {
  const [first = '', ...parts] = pattern.toLowerCase().split('*');
  const text = name.toLowerCase();
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of parts.entries()) {
    if (index === parts.length - 1) return text.length - part.length >= at && text.endsWith(part);
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at === text.length;
}
