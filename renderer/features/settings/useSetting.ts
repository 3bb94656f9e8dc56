// Changes one setting: the host takes it or says why not, and what it says stands beside the field.

import { useState } from 'react';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import { useActions } from '../../core/state/context.tsx';

export interface SettingChange {
  error: string | null;
  /** True when the host took it. */
  change(patch: Partial<Settings>): Promise<boolean>;
  refuse(message: string): void;
}

export function useSetting(): SettingChange {
  const { call } = useActions();
  const [error, setError] = useState<string | null>(null);
  return {
    error,
    refuse: setError,
    async change(patch) {
      const answer = await call('settings.update', { patch });
      setError(answer.ok ? null : answer.error.message);
      return answer.ok;
    },
  };
}
