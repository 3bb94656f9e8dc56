// Reports a failed request to an agent: a permission, sign-in or installation that is missing leads to the agent's page.

import type { AppError } from '../../../shared/core/errors.ts';
import type { Session } from '../../core/state/session.ts';
import type { ViewStore } from '../../core/state/viewStore.ts';
import { agentWords } from './words.ts';

const needsPage: readonly string[] = ['AGENT_NOT_FOUND', 'AGENT_NOT_APPROVED', 'AGENT_SIGNED_OUT', 'AGENT_FAILED'];

export function openAgentSettings(view: ViewStore, agent: string): void {
  view.setState({ modelMenu: null, dialog: { type: 'settings', section: 'agents', agents: { type: 'agent', agent } } });
}

export function reportAgentError({ actions, toasts, view }: Session, error: AppError, agent: string): void {
  if (!needsPage.includes(error.code)) actions.report(error);
  else
    toasts.show({
      ...{ tone: 'error', message: error.message, failed: '' },
      action: { label: agentWords.signIn.settings, run: () => openAgentSettings(view, agent) },
    });
}
