// What the host writes for another reader than the person at the window: it stays English. A beginning of paths each.

export interface OtherReader {
  where: string;
  /** `file`: an export, which is kept; `table`: names of programs and the like. */
  reader: 'model' | 'terminal' | 'machine' | 'file' | 'window' | 'table';
}

const of = (reader: OtherReader['reader'], places: readonly string[]): OtherReader[] =>
  places.map((where) => ({ where, reader }));

export const otherReaders: readonly OtherReader[] = [
  ...of('model', [
    'electron/chat/context/environment.ts',
    'electron/chat/context/systemPrompt.ts',
    'electron/chat/turn/storeImages.ts',
    'electron/chat/turn/repeatDetector.ts',
    'electron/chat/turn/toolContent.ts',
    'electron/chat/turn/toolContext.ts',
    'electron/chat/turn/callResult.ts',
    'electron/chat/undo/changesRecord.ts',
    'electron/compaction/transcriptText.ts',
    'electron/lib/secretMask.ts',
    'electron/mcp/connection/callTool.ts',
    'electron/mcp/connection/resultContent.ts',
    'electron/mcp/tools/',
    'electron/providers/anthropic/',
    'electron/providers/attachmentNote.ts',
    'electron/providers/demo/',
    'electron/providers/gemini/',
    'electron/providers/imageRows.ts',
    'electron/stores/results/deadOutput.ts',
    // What a tool answers is its result. What of it comes before a run or is said of files is not here.
    'electron/tools/builtin/askUser.ts',
    'electron/tools/process/background/commandWords.ts',
    'electron/tools/changes/describeChange.ts',
    'electron/tools/changes/unifiedDiff.ts',
    'electron/tools/process/commandEnd.ts',
    'electron/tools/process/commandEnvironment.ts',
    'electron/tools/process/commandProcess.ts',
    'electron/tools/text/diffText.ts',
    'electron/tools/builtin/editFile.ts',
    'electron/tools/builtin/endCommand.ts',
    'electron/tools/fetch/',
    'electron/tools/builtin/fetchUrl.ts',
    'electron/tools/text/fileChange.ts',
    'electron/tools/search/ripgrep.ts',
    'electron/tools/builtin/listFiles.ts',
    'electron/tools/builtin/readCommand.ts',
    'electron/tools/builtin/readFile.ts',
    'electron/tools/builtin/readToolResult.ts',
    'electron/tools/builtin/runAgent.ts',
    'electron/tools/builtin/searchFiles.ts',
    'electron/tools/builtin/todoWrite.ts',
    'electron/tools/toolOutput.ts',
    'electron/stores/results/resultText.ts',
    'electron/stores/results/spill.ts',
    'electron/stores/background/outputParts.ts',
    'shared/conversation/apiContent.ts',
    'shared/conversation/apiMessages.ts',
    'shared/conversation/imageBudget.ts',
    'shared/conversation/removed.ts',
    'shared/conversation/repair.ts',
    'shared/conversation/resultImages.ts',
    'shared/conversation/sequence.ts',
  ]),
  ...of('terminal', [
    'electron/cli.ts',
    'electron/headless.ts',
    'electron/main.ts',
    'electron/handlers/gravePowers.ts',
    'electron/host/',
    'electron/stores/check/',
    'shared/conversation/damage.ts',
  ]),
  ...of('machine', [
    'electron/mcp/auth/callbackServer.ts',
    'electron/providers/http/refusedWindow.ts',
    'electron/stores/list/conversationIndex.ts',
    'electron/stores/search/callSearcher.ts',
    'electron/stores/search/candidates.ts',
    'electron/stores/search/forgetting.ts',
    'electron/stores/search/knownConversation.ts',
    'electron/stores/search/shards.ts',
  ]),
  ...of('file', ['electron/chat/export/']),
  // The window makes these from the same data in its language.
  ...of('window', ['shared/permission/matchWords.ts', 'shared/permission/shownRule.ts', 'shared/toolInfo.ts']),
  ...of('table', [
    'electron/mcp/auth/signInReach.ts',
    'electron/tools/search/pathList.ts',
    'electron/tools/shell/wrapperTable.ts',
    'shared/permission/commandRefusals.ts',
    'shared/permission/commandRules.ts',
    'shared/permission/harmlessTable.ts',
    'shared/permission/plainScript.ts',
    'shared/permission/programs.ts',
  ]),
];
