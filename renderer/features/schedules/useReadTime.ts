// Reads a time as the host understands it. Only the newest answer counts.

import { useEffect, useRef, useState } from 'react';
import type { UserTextData } from '../../../shared/core/sentence.ts';
import { useActions } from '../../core/state/context.tsx';
import type { ScheduleDraft } from './scheduleDraft.ts';

export interface ReadTime {
  /** Null: not understood. */
  cron: string | null;
  when: UserTextData;
  next: readonly string[];
  error: string | null;
}

type TimeFields = Pick<ScheduleDraft, 'time' | 'timeZone'>;

export function useReadTime(first: TimeFields): { value: ReadTime | null; read(fields: TimeFields): void } {
  const { call } = useActions();
  const [value, setValue] = useState<ReadTime | null>(null);
  const newest = useRef(0);
  const read = ({ time, timeZone }: TimeFields): void => {
    const turn = ++newest.current;
    void call('schedules.times', { text: time, timeZone }).then((answer) => {
      if (turn !== newest.current) return;
      const nothing = { cron: null, when: '', next: [] };
      setValue(answer.ok ? { ...answer.value, error: null } : { ...nothing, error: answer.error.message });
    });
  };
  const start = useRef(() => read(first));
  useEffect(() => start.current(), []);
  return { value, read };
}
