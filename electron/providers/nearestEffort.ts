// Maps a chosen effort to one that the model supports.

import { type Effort, efforts } from '../../shared/features/models/modelOptions.ts';

/** `supported`: the model's efforts in ascending order; undefined if it has none. */
export function nearestEffort(effort: Effort, supported: readonly Effort[]): Effort | undefined {
  if (supported.includes(effort)) return effort;
  const at = efforts.indexOf(effort);
  // Prefer lower over higher, so that it never exceeds the user's choice. "none" is not a low effort.
  const lower = supported.filter((one) => one !== 'none' && efforts.indexOf(one) < at).at(-1);
  return lower ?? supported.find((one) => one !== 'none');
}
