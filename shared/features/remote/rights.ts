// The rights of a paired device. Each right includes the ones before it.

/** `watch`: read. `answer`: also approvals and questions, and stopping. `steer`: also send. `all`: also change and delete. */
export const rights = ['watch', 'answer', 'steer', 'all'] as const;

export type Right = (typeof rights)[number];

/** `never`: only a window on the machine may. */
export type NeededRight = Right | 'never';

export function includesRight(right: Right, needed: NeededRight): boolean {
  return needed !== 'never' && rights.indexOf(right) >= rights.indexOf(needed);
}
