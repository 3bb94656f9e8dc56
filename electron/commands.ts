// The terminal commands, in the order in which throughline --help lists them.

import { approvals } from './features/approvals/command.ts';
import { chain } from './features/chains/command.ts';
import { compact, context, memory, request, toldCommand } from './features/context/command.ts';
import * as conversations from './features/conversations/command.ts';
import { cost } from './features/costs/command.ts';
import { customizations, trust } from './features/customizations/command.ts';
import { check, merge, space } from './features/data/command.ts';
import { exportConversation, result } from './features/export/command.ts';
import { hooks } from './features/hooks/command.ts';
import { importConversations } from './features/import/command.ts';
import { mcp } from './features/mcp/command.ts';
import { models } from './features/models/command.ts';
import { preset } from './features/presets/command.ts';
import { reindex, search } from './features/search/command.ts';
import { stats } from './features/stats/command.ts';
import { changes, redo, undo } from './features/undo/command.ts';
import { worktree } from './features/worktrees/command.ts';
import { chat } from './host/terminal/chat/command.ts';
import type { Command } from './host/terminal/command.ts';
import { record, run, scenario } from './host/terminal/run/command.ts';

export const commands: readonly Command[] = [
  run,
  chat,
  record,
  conversations.resolve,
  conversations.tool,
  conversations.list,
  conversations.show,
  chain,
  stats,
  result,
  exportConversation,
  importConversations,
  request,
  context,
  toldCommand,
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
