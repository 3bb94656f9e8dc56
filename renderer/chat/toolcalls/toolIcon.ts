// The glyph of a tool, by what it does.

import {
  FilePen,
  FilePlus2,
  FileText,
  FolderTree,
  Globe,
  History,
  ListTodo,
  type LucideIcon,
  Search,
  SquareTerminal,
  Wrench,
} from 'lucide-react';

const icons: Record<string, LucideIcon> = {
  read_file: FileText,
  list_files: FolderTree,
  search_files: Search,
  write_file: FilePlus2,
  edit_file: FilePen,
  run_command: SquareTerminal,
  fetch_url: Globe,
  todo_write: ListTodo,
  read_tool_result: History,
};

export function toolIcon(name: string): LucideIcon {
  return (Object.hasOwn(icons, name) ? icons[name] : undefined) ?? Wrench;
}
