// Actions on one agent: each is one call; its error is shown in place. A check may take a minute and can be canceled.

import { useEffect, useRef, useState } from 'react';
import type { AgentInfo } from '../../../shared/features/externalAgents/externalAgent.ts';
import { useSession } from '../../core/state/context.tsx';
import { useRequest } from '../../ui/useRequest.tsx';

export interface AgentAction {
  busy: boolean;
  /** It is starting the agent; `cancel` ends the wait. Another view's start is in the agent's status. */
  isStarting: boolean;
  /** It waits for the agent's own sign-in. */
  isSigningIn: boolean;
  error: string | null;
  /** Resolves to whether the agent works. */
  check(): Promise<boolean>;
  cancel(): void;
  /** Stops the agent's start, also one that another view or conversation began. */
  cancelStart(): void;
  /** Each of these resolves to whether it succeeded. */
  approve(allow: boolean): Promise<boolean>;
  signIn(id: string): Promise<boolean>;
  remove(): Promise<boolean>;
}

export function useAgentAction({ id, fingerprint }: Pick<AgentInfo, 'id' | 'fingerprint'>): AgentAction {
  const { actions, lists } = useSession();
  const { busy, error, run } = useRequest();
  const [step, setStep] = useState<'check' | 'signIn' | null>(null);
  const waiting = useRef<AbortController | null>(null);
  useEffect(() => () => waiting.current?.abort(), []);
  const reload = (): void => void lists.agents.reload();

  /** A call that the user may cancel. */
  async function wait(name: 'check' | 'signIn', signInId = ''): Promise<boolean> {
    const controller = new AbortController();
    waiting.current = controller;
    setStep(name);
    const { signal } = controller;
    const answer =
      name === 'check'
        ? actions.call('agent.check', { agent: id }, signal)
        : actions.call('agent.signIn', { agent: id, signIn: signInId }, signal);
    let isReady = false;
    // The agent's own problems are in its state, not in an error.
    await run(answer, ({ status }) => {
      isReady = status === 'ready' || status === 'idle';
      reload();
    });
    setStep(null);
    return isReady;
  }
  return {
    busy,
    error,
    isStarting: step === 'check',
    isSigningIn: step === 'signIn',
    check: () => wait('check'),
    signIn: (signInId) => wait('signIn', signInId),
    cancel: () => waiting.current?.abort(),
    cancelStart() {
      waiting.current?.abort();
      void actions.call('agent.cancelStart', { agent: id }).then(reload);
    },
    approve: (allow) => run(actions.call('agent.approve', { agent: id, fingerprint, allow }), reload),
    remove: () => run(actions.call('agent.remove', { agent: id }), reload),
  };
}
