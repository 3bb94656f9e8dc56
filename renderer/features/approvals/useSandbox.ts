// Sandbox availability for commands on this machine. Fetched when first displayed; null: unknown.

import { useEffect, useState } from 'react';
import type { SandboxState } from '../../../shared/features/sandbox/methods.ts';
import { type ApprovalMode, approvalModes } from '../../../shared/permission/rule.ts';
import { useActions } from '../../core/state/context.tsx';

export function useSandbox(): SandboxState | null {
  const actions = useActions();
  const [state, setState] = useState<SandboxState | null>(null);
  useEffect(() => {
    let isGone = false;
    void actions.call('sandbox.state', {}).then((answer) => {
      if (!isGone && answer.ok) setState(answer.value);
    });
    return () => {
      isGone = true;
    };
  }, [actions]);
  return state;
}

/** The available modes, and always the one in force. */
export function useApprovalModes(now: ApprovalMode): ApprovalMode[] {
  const sandbox = useSandbox();
  return approvalModes.filter((mode) => mode === now || mode !== 'sandbox' || sandbox?.available === true);
}
