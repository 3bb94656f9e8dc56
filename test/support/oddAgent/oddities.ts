// Faults of the odd agent outside of its turns, each with the agent that was seen to have it. "Probe" is our own
// start of the installed agents in November 2026; the rest are public issues.

export const oddities = {
  // Starting
  'initialize-when':
    'Probe: OpenCode 1.18.33 needs 32 s, Gemini 0.61.0 24 s. Answers once a file exists. Value: the file.',
  banner: 'anomalyco/opencode#13634: migration logs on stdout before the first message.',
  'json-logs': 'benchflow-ai/benchflow#236: JSON that is no JSON-RPC, one object with the id of a pending request.',
  'pretty-initialize': 'nexu-io/open-design#3363: a response over several lines.',
  garbage: 'Git-on-my-level/codex-autorunner#1176: status lines between messages.',
  'bad-utf8': 'Bytes that are no UTF-8 in a line of its own.',
  'other-version': 'The protocol: an agent answers with the version it has, here 2.',
  'version-text': 'An agent whose protocolVersion is a date, as in MCP.',
  'no-capabilities': 'Probe: Cline 3.0.65 can neither list nor resume; here nor load.',
  'dies-at-initialize': 'Kilo 7.8.1 without its platform package: exit 1 with a message on stderr.',
  'initialize-error': 'An error in place of an answer to initialize.',
  silent: 'Answers nothing at all.',
  // Signing in
  'auth-untyped': 'Probe: OpenCode 1.18.33 answers authMethods without a type.',
  'auth-terminal': 'Probe: Claude 0.101.0 wants its login run in a terminal.',
  'auth-required': 'Probe: Codex, Gemini, Qwen, Copilot, Cline answer session/new with -32000 until signed in.',
  'auth-none': 'Probe: Auggie 0.36.0 answers -32000 and offers no method.',
  'auth-fails': 'authenticate answers with an error.',
  // Unasked
  'unasked-notifications': 'Probe: Codex and Claude send `_auth/status_update` and others unasked.',
  'unasked-requests': 'QwenLM/qwen-code#4925: waits for the answer to a `_` request after each batch of calls.',
  // Opening
  'new-root': 'Probe: Claude 0.101.0 as root: -32603.',
  'new-missing-program': 'Probe: pi-acp 0.0.34 without pi: -32603.',
  'new-when': 'Probe: Codex signs in before it answers session/new. Answers once a file exists. Value: the file.',
  'new-without-id': 'session/new answers without a sessionId.',
  'new-cannot-prompt': 'agentclientprotocol/claude-agent-acp#1110: a new id that cannot be prompted.',
  'lost-load': 'NousResearch/hermes-agent#74678: load succeeds for a session that is gone.',
  'load-null': 'nexu-io/open-design#6721: load answers null.',
  'load-silent': 'NousResearch/hermes-agent#12285, anomalyco/opencode#4870: load replays nothing.',
  'load-differs': 'anomalyco/opencode PR 30761: a failed call is replayed as completed, and text is missing.',
  'load-late': 'The replay arrives after the answer to load.',
  'load-partial': 'pwrdrvr/PwrAgent#1539: half a replay, then an error.',
  'load-locked': 'getpaseo/paseo#1592: Devin says "Already open in another process" after a crash.',
  'load-no-servers': 'getpaseo/paseo#1592: Devin rejects load with MCP servers.',
  'load-gone': 'Yeachan-Heo/gajae-code#4019: -32603 Unknown session.',
  'load-hangs': 'load never answers.',
  'resume-cannot-prompt': 'A resumed session whose prompts answer that it is unknown.',
  'no-resume': 'Has load, but not resume (Probe: Gemini, Copilot, Auggie).',
  'no-load': 'Has neither load nor resume.',
  // Stopping
  'cancel-ignored': 'agentclientprotocol/claude-agent-acp#680, #442: the prompt never resolves.',
  'cancel-end-turn': 'Answers a cancelled prompt with end_turn.',
  'cancel-error': 'Answers a cancelled prompt with an error.',
  'cancel-late-updates': 'The protocol allows updates between the cancel and the answer.',
  'cancel-wedges': 'NousResearch/hermes-agent#79196: after a stop, every later prompt waits forever.',
  'cancel-poisons': 'NousResearch/hermes-agent#94597: a cancel of an idle session aborts the next prompt.',
  // Listing
  'no-list': 'Probe: Gemini 0.61.0: -32601.',
  'list-login': 'Probe: Codex 2.6.0: session/list needs a sign-in.',
  'list-repeats': 'The cursor of a page leads to the same page.',
  'list-wrong': 'Sessions without a folder, with numbers as titles and dates that are none.',
  // Options
  'modes-only': 'Agents older than config options: modes, and no configOptions.',
  'set-option-error': 'Refuses every option.',
  'set-option-dies': 'Ends when an option is set, until a file exists. Value: the file.',
  'set-option-ignored': 'Accepts an option and keeps the old value.',
  // Ending
  'ignores-stdin-end': 'openclaw/openclaw#29195: the process outlives its client.',
  'ignores-sigterm': 'Ignores SIGTERM as well.',
  'forks-children': 'Starts a child in its own process group that keeps its output open. Value: a file for its PID.',
} as const;

export type Oddity = keyof typeof oddities;
