// Picks a tool's icon by what it does, regardless of its origin.

import {
  AppWindow,
  ArrowLeftRight,
  Bot,
  FilePen,
  FilePlus2,
  FileSymlink,
  FileText,
  FileX2,
  FolderTree,
  Globe,
  History,
  Lightbulb,
  ListTodo,
  type LucideIcon,
  Map as MapIcon,
  MessageCircleQuestionMark,
  MousePointerClick,
  Plug,
  Search,
  SquareTerminal,
  TextSearch,
  Wrench,
} from 'lucide-react';
import { nativeToolName } from '../../../shared/features/tools/familiarCall.ts';

const icons: Record<string, LucideIcon> = {
  read_file: FileText,
  list_files: FolderTree,
  search_files: Search,
  write_file: FilePlus2,
  edit_file: FilePen,
  update_memory: FilePen,
  run_command: SquareTerminal,
  read_command: SquareTerminal,
  write_command: SquareTerminal,
  end_command: SquareTerminal,
  fetch_url: Globe,
  web_search: TextSearch,
  browser_open: AppWindow,
  browser_read: AppWindow,
  browser_act: MousePointerClick,
  todo_write: ListTodo,
  read_tool_result: History,
  run_agent: Bot,
  load_skill: FileText,
  present_plan: MapIcon,
  ask_user: MessageCircleQuestionMark,
  find_tools: Plug,
  use_tool: Plug,
  // Kinds of an external agent's calls.
  delete: FileX2,
  move: FileSymlink,
  think: Lightbulb,
  switch_mode: ArrowLeftRight,
};

/** MCP tools are named `mcp__server__tool`. */
export function toolIcon(name: string): LucideIcon {
  if (name.startsWith('mcp__')) return Plug;
  const ours = nativeToolName(name);
  return (Object.hasOwn(icons, ours) ? icons[ours] : undefined) ?? Wrench;
}
