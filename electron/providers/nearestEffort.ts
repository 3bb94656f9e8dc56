// The effort that is sent where the chosen one is none of the model's: that would be refused.

import { type Effort, efforts } from '../../shared/features/models/modelOptions.ts';

/** `taken`: the model's own, in their order. Undefined: it has none. */
export function nearestEffort(effort: Effort, taken: readonly Effort[]): Effort | undefined {
  if (taken.includes(effort)) return effort;
  const at = efforts.indexOf(effort);
  // Below before above: nobody asked for more than was chosen. “none” is no lesser effort but none at all.
  const below = taken.filter((one) => one !== 'none' && efforts.indexOf(one) < at).at(-1);
  return below ?? taken.find((one) => one !== 'none');
}
