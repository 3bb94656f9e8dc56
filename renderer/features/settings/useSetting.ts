// Changes a setting. The host accepts it or returns an error, which is shown next to the field.

import { useState } from 'react';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import { useActions } from '../../core/state/context.tsx';

export interface SettingChange {
  error: string | null;
  /** Resolves to true if the host accepted it. */
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
