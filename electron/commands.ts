// The commands of the terminal, in the order in which throughline --help lists them.

import { hooks } from './features/hooks/command.ts';
import { worktree } from './features/worktrees/command.ts';
import { approvals } from './host/terminal/approvals/command.ts';
import { chat } from './host/terminal/chat/command.ts';
import type { Command } from './host/terminal/command.ts';
import { compact, context, memory, request, told } from './host/terminal/context/command.ts';
import * as conversations from './host/terminal/conversations/command.ts';
import { cost } from './host/terminal/costs/command.ts';
import { customizations, trust } from './host/terminal/customizations/command.ts';
import { check, merge, space } from './host/terminal/data/command.ts';
import { exportConversation, importConversations, result } from './host/terminal/interop/command.ts';
import { mcp } from './host/terminal/mcp/command.ts';
import { models } from './host/terminal/models/command.ts';
import { preset } from './host/terminal/presets/command.ts';
import { record, run, scenario } from './host/terminal/run/command.ts';
import { reindex, search } from './host/terminal/search/command.ts';
import { changes, redo, undo } from './host/terminal/undo/command.ts';

export const commands: readonly Command[] = [
  run,
  chat,
  record,
  conversations.resolve,
  conversations.tool,
  conversations.list,
  conversations.show,
  conversations.chain,
  result,
  exportConversation,
  importConversations,
  request,
  context,
  told,
  memory,
  cost,
  models,
  compact,
  check,
  conversations.deleteConversation,
  conversations.forget,
  merge,
  space,
  search,
  scenario,
  customizations,
  trust,
  approvals,
  preset,
  hooks,
  mcp,
  changes,
  undo,
  redo,
  worktree,
  reindex,
];
