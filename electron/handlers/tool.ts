// tool.* and attachment.*: the tools that there are, run by a person, and the images that results brought.

import type { Handlers } from '../../shared/contract/server.ts';
import { fail } from '../../shared/errors.ts';
import type { HandlerDeps } from './handlerDeps.ts';

export function toolHandlers(_deps: HandlerDeps): Pick<Handlers, 'tool.list' | 'tool.run' | 'attachment.read'> {
  const none = async () => fail('NOT_SUPPORTED', 'This cannot be done yet.');
  return { 'tool.list': none, 'tool.run': none, 'attachment.read': none };
}
