// tree.*

import type { Handlers } from '../../shared/contract/server.ts';
import { fail } from '../../shared/errors.ts';
import type { HandlerDeps } from './handlerDeps.ts';

type Methods =
  | 'conversation.around'
  | 'conversation.later'
  | 'conversation.forks'
  | 'conversation.switchBranch'
  | 'conversation.fork'
  | 'conversation.organise'
  | 'conversation.markRead'
  | 'conversation.export'
  | 'run.resend'
  | 'run.regenerate';

const notYet = async () => fail('NOT_SUPPORTED', 'Not built yet.');

export function treeHandlers(_deps: HandlerDeps): Pick<Handlers, Methods> {
  return {
    'conversation.around': notYet,
    'conversation.later': notYet,
    'conversation.forks': notYet,
    'conversation.switchBranch': notYet,
    'conversation.fork': notYet,
    'conversation.organise': notYet,
    'conversation.markRead': notYet,
    'conversation.export': notYet,
    'run.resend': notYet,
    'run.regenerate': notYet,
  };
}
