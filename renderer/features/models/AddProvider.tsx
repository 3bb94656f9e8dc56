// Adds a provider: choose which, then fill in its form.

import { useState } from 'react';
import type { LocalServer } from '../../../shared/features/models/modelInfo.ts';
import { ProviderForm } from './ProviderForm.tsx';
import { ProviderPicker } from './ProviderPicker.tsx';
import { type FormStart, formStartOf } from './pickerRows.ts';
import type { ProviderFormProps } from './useProviderForm.ts';

interface AddProviderProps extends Pick<ProviderFormProps, 'askModel' | 'onDone'> {
  /** Local servers already detected. */
  localServers?: readonly LocalServer[];
  /** The chosen server, if the caller already knows it. */
  server?: LocalServer;
}

export function AddProvider({ localServers, server, askModel = false, onDone }: AddProviderProps) {
  const [begin, setBegin] = useState<FormStart | null>(server ? formStartOf(server) : null);
  const [typed, setTyped] = useState('');
  if (begin === null) {
    return (
      <ProviderPicker
        localServers={localServers}
        typed={typed}
        onTyped={setTyped}
        onChoose={setBegin}
        onCancel={() => onDone()}
      />
    );
  }
  return (
    <ProviderForm provider={null} begin={begin} askModel={askModel} onBack={() => setBegin(null)} onDone={onDone} />
  );
}
