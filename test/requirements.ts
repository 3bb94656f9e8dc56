// The behaviors that the program promises, each with an ID. A test cites every delivered row; see test/rules.

export interface Requirement {
  /** A checkable sentence about the program's behavior. */
  says: string;
  delivered: boolean;
  /** `npm run bench` proves it; a test that cites it proves at most a part. */
  shownBy?: 'bench';
}

function delivered(says: string): Requirement {
  return { says, delivered: true };
}

/** A figure: it depends on the machine, so the benchmark shows it next to alternatives, and no test fails on it. */
function measured(says: string): Requirement {
  return { says, delivered: true, shownBy: 'bench' };
}

export const requirements = {
  'START-1': delivered(
    "One command on a fresh clone installs, builds and opens the desktop window; without a display or Electron's runtime, one line says why and the browser host prints its address. A second start repeats no work.",
  ),
  'START-2': delivered(
    'One command on a fresh clone runs every test with npm alone, finds a browser automatically and needs no Electron binary.',
  ),
  'START-3': delivered(
    'Without a key and without a network the demo model answers, really uses the tools, and says that it is a script.',
  ),
  'START-4': delivered(
    'The options are --browser, --port, --no-open, --remote, --data, --project, --resume and --continue; anything else is one line and exit code 2.',
  ),
  'START-5': delivered(
    'A second start on the same data brings the window to the front or prints the running address; the command line works alongside both.',
  ),
  'START-6': delivered(
    'Ctrl-C, SIGTERM and closing the last window end tools and their children, keep everything, and exit within two seconds.',
  ),
  'START-7': delivered(
    'A port in use, an unwritable data folder, a missing project folder and damaged settings are each reported in one line, without a stack trace, and nothing is overwritten.',
  ),
  'START-8': delivered('A chat without a folder works without file tools, and can get a folder later.'),
  'START-9': delivered(
    'The prompt of a run in the terminal comes from `-p`, from standard input as text, or as JSON with attachments; while standard input is open, the user is told what the command waits for. `throughline chat` is a conversation line by line, with approvals, stop, `/` and `@`.',
  ),
  'START-10': delivered('A page of the browser host can be reloaded at any time, also after it was idle for long.'),
  'LOOP-1': delivered("The assistant's text and its calls are stored once, together, before any of its tools starts."),
  'LOOP-2': delivered(
    'Independent calls run in parallel, each result is stored when it is ready, and the next request has them in call order.',
  ),
  'LOOP-3': delivered(
    'The arguments of a call reach the disk and the next request as the exact string that the model sent.',
  ),
  'LOOP-4': delivered(
    'A call that cannot run or fails becomes an error result that names the problem, and the loop continues.',
  ),
  'LOOP-5': delivered('The content of a tool result is always a string, whatever the tool returned.'),
  'LOOP-6': delivered(
    'The turn limit stops a run with its code, stored and shown, and the conversation can continue from there.',
  ),
  'LOOP-7': delivered(
    'Repeated identical failing calls add a hint and then stop the run; so do identical calls with identical results.',
  ),
  'LOOP-8': delivered(
    'Stop keeps partial text without an error record, ends process trees, gives every call a result, and leaves a conversation that can continue immediately.',
  ),
  'LOOP-9': delivered(
    'Nothing runs on arguments before the stream has ended, nor when it was cut by the length limit.',
  ),
  'LOOP-10': delivered(
    "A failed model call becomes an error record with its code and partial text, after all results; the user's message is on disk in every case.",
  ),
  'LOOP-11': delivered(
    'If the settings require a tool and the reply does not call it, the request is retried, and only the accepted reply is stored.',
  ),
  'LOOP-12': delivered(
    "A message sent during a run is queued and shown, can be withdrawn, and is sent after the current turn's results.",
  ),
  'LOOP-13': delivered('Two conversations run at the same time and neither waits for, mixes with or loses the other.'),
  'LOOP-14': delivered('A run through the contract leaves its records on disk: everything is wired end to end.'),
  'LOOP-15': delivered('Continuing after a crash or a stop never runs a finished call again.'),
  'STREAM-1': delivered('A stream split at any byte and framed in any valid way has the same result.'),
  'STREAM-2': delivered(
    'Calls are assembled whatever their chunks and indexes look like. Of too many calls in a reply, the first 128 run, and the model is told about the others.',
  ),
  'STREAM-3': delivered('Missing, repeated and reused call ids still leave every call its own result.'),
  'STREAM-4': delivered(
    'Arguments that are an object, null, missing, empty or encoded twice are handled in a defined way.',
  ),
  'STREAM-5': delivered("The reply's content decides, whatever finish reason it names."),
  'STREAM-6': delivered(
    'A connection that closes early, an error anywhere in the stream, or an invalid answer is an error that says what arrived and keeps the text; a valid reply in another form than a stream is accepted.',
  ),
  'STREAM-7': delivered('Unusual usage, several choices, unknown fields and unknown events do no harm.'),
  'STREAM-8': delivered(
    'Reasoning is shown once, stored, and sent back if the provider needs it, whether it arrives in separate fields or between tags in the text; tags in code are text.',
  ),
  'STREAM-9': delivered(
    'A silent stream ends with an error after the idle limit and is retried once if nothing was shown.',
  ),
  'STREAM-10': delivered(
    'Temporary errors are retried for up to ten minutes by default, with a countdown that the user can skip or end; quota errors and side effects are not. An optional second model continues after that.',
  ),
  'STREAM-11': delivered(
    'Endless and hostile streams are bounded and inert: memory and other work stay bounded, and the text is kept.',
  ),
  'STORE-1': delivered(
    'After every acknowledged append the file parses as a JSON array whose last element is that message.',
  ),
  'STORE-2': delivered(
    'Killing the process loses no acknowledged message; a torn tail is set aside and the rest loads.',
  ),
  'STORE-3': delivered(
    'A damaged or reformatted file of any size opens with its valid part, reports the rest, and is kept; no readable record is out of reach.',
  ),
  'STORE-4': delivered(
    "A fault at any step of a write leaves the old or the new state; a killed process's leftovers are removed with the next message or start.",
  ),
  'STORE-5': delivered(
    'When the disk fails the user is told immediately, nothing unsaved is called saved, and a later save works.',
  ),
  'STORE-6': delivered(
    "Results above 51,200 bytes are stored completely in their own file, durable before the message that names it; a killed command's output is kept until its call has a result.",
  ),
  'STORE-7': delivered('A gigabyte of output costs little memory and is capped with a notice.'),
  'STORE-8': delivered('Appending and opening cost the same however long the conversation is.'),
  'STORE-9': delivered('Invalid IDs are rejected and create nothing; projects and conversations never mix.'),
  'STORE-10': delivered(
    'Deleting removes everything that belongs to a conversation, after a confirmation, and can be undone until the app ends.',
  ),
  'STORE-11': delivered('The index can be lost at any time and is rebuilt while the app works.'),
  'STORE-12': delivered(
    "Processes on one data folder never overwrite each other's data, and a lock ends with its process.",
  ),
  'STORE-13': delivered('Unknown fields and other versions of the format survive.'),
  'STORE-14': delivered('Order comes from the log and not from clocks.'),
  'STORE-15': delivered(
    'Two diverged copies of a conversation merge without loss; a copy from elsewhere is read without following links, and removes nothing here and claims no folder without asking.',
  ),
  'STORE-16': delivered("The app's own keys are masked in everything that is stored."),
  'STORE-18': delivered(
    'The path of a large result is accepted wherever a path or a result is named, and reaches no other project.',
  ),
  'STORE-17': delivered('Result files live as long as their conversation, and their disk usage is shown.'),
  'STORE-19': delivered(
    "Each reply keeps the provider's IDs of response and request, the app's version and git's checkout; none of it is sent.",
  ),
  'SEQ-1': delivered(
    'With the same settings and tools the request after a restart is byte for byte the one before it and starts with the whole previous request.',
  ),
  'SEQ-2': delivered(
    'Every call is answered once, directly after its message, in call order; missing results are added and surplus ones left out.',
  ),
  'SEQ-3': delivered('Misplaced records are made sendable, and no text is lost.'),
  'SEQ-4': delivered('No empty message, no reply at the end and no second system prompt is ever sent.'),
  'SEQ-5': delivered("Only the provider's own keys are sent."),
  'SEQ-6': delivered('Repair is pure, idempotent and the same every time.'),
  'SEQ-7': delivered("What is sent passes the validators of every provider's rules."),
  'SEQ-8': delivered(
    'Unsendable text is made sendable; oversized content is named before sending, with what would fit.',
  ),
  'SEQ-9': delivered('A rejected request names the offending record and offers to leave it out.'),
  'SEQ-10': delivered(
    "Damage to a stored history's order is reported by check, show, context and run, with its message and its call.",
  ),
  'COMPACT-9': delivered(
    'A summary tells the model how many messages it replaces, and the command line can compact like the window.',
  ),
  'COMPACT-1': delivered("Compaction starts at a defined share of the model's real window."),
  'COMPACT-2': delivered('A cut never separates a call from its results.'),
  'COMPACT-3': delivered(
    'Compaction never starts while results are pending; it works in text-only chats and inside a long run.',
  ),
  'COMPACT-4': delivered('The summary request is bounded and its failure leaves the history unchanged.'),
  'COMPACT-5': delivered('A summary is a stored record, the log stays complete, and undoing it restores the context.'),
  'COMPACT-6': delivered(`A provider's "too long" forces one compaction and never a loop.`),
  'COMPACT-7': delivered('Old results are first replaced by references that the model can open again.'),
  'COMPACT-8': delivered('A meter shows what fills the context, and single results can be hidden or pinned.'),
  'RESUME-1': delivered('A reopened conversation shows every call with its arguments, result, duration and outcome.'),
  'RESUME-2': delivered(
    'A conversation is found by ID, by unique prefix, as the latest or in the list; a bad reference is reported and creates nothing.',
  ),
  'RESUME-3': delivered('Resuming by a prefix keeps the ID and adds no row to the list.'),
  'RESUME-4': delivered(
    "After a crash open calls are shown as such, each with its own output, and the user's choice becomes their only result; a call that another process still runs is not reported as cut off.",
  ),
  'RESUME-5': delivered('A reply that ended without a viewer is there, and a run in progress is joined without loss.'),
  'RESUME-6': delivered('Titles in any language and of any length are safe everywhere.'),
  'RESUME-7': delivered('Opening a conversation without changing it changes no file.'),
  'RESUME-8': delivered('A crash in the middle of a reply loses at most its last second.'),
  'MENTION-1': delivered('A mention is recognized in all its forms, and other text is left alone.'),
  'MENTION-2': delivered('A mention keeps its path in the prompt, and the bytes that were sent are kept.'),
  'MENTION-3': delivered(
    'Paths outside the project are rejected with an error, and an unreadable file does not stop the others.',
  ),
  'MENTION-4': delivered('Paths are completed quickly in very large trees.'),
  'TOOL-1': delivered(
    'The built-in tools have a schema, a description for the model, and limits that say how to continue.',
  ),
  'TOOL-2': delivered('Paths stay inside the project after every link is resolved; a place outside asks individually.'),
  'TOOL-3': delivered(
    "Tools cannot write the app's own data and settings, MCP configuration or git's files, whether or not they exist.",
  ),
  'TOOL-4': delivered(
    "Edits keep a file's encoding and line endings, reject a file changed meanwhile, and can be undone.",
  ),
  'TOOL-5': delivered('Addresses are checked after resolution and on every redirect.'),
  'TOOL-6': delivered('Nothing in a result approves, configures or runs anything.'),
  'TEXT-1': delivered(
    'Reading a file that is not UTF-8 with LF reports its encoding, byte-order mark and line endings; an edit or an overwrite keeps all three or refuses with the reason, and no file ever holds two encodings.',
  ),
  'TEXT-2': delivered(
    'A path that does not exist as given is found by its NFC form in tools, mentions, links and search; names that differ only in form stay distinct, and odd names are listed, opened, undone and exported unchanged.',
  ),
  'TEXT-3': delivered('An edit that fails because characters only look alike reports which characters, and where.'),
  'TEXT-4': delivered(
    'Standard input, AGENTS.md, skills, commands and presets are decoded by their byte-order mark; otherwise they are rejected or skipped with a visible message.',
  ),
  'TEXT-5': delivered(
    "The model reads a command's output as a user would see it: no colours, with carriage returns, backspaces and clearing applied; the stored bytes are unchanged.",
  ),
  'TEXT-6': delivered(
    'Arguments with one clear meaning are accepted and the interpretation is reported; all faults in a call are reported together.',
  ),
  'APPROVE-1': delivered(
    'Each mode lets pass what its name says, from asking about everything that touches the folder to plan mode, which only reads; what runs is shown exactly and completely before it is allowed; the default answer is no, and an old answer never answers a new question.',
  ),
  'APPROVE-2': delivered(
    'The scopes of an approval mean what they say and can be revoked; a denial overrides an allowance.',
  ),
  'APPROVE-3': delivered('Command rules understand how a shell combines commands, and ask when in doubt.'),
  'APPROVE-4': delivered('A denial with its reason reaches the model as the result.'),
  'APPROVE-5': delivered("A project's own files change nothing before the user has trusted that folder."),
  'APPROVE-6': delivered('Without a user to ask, the answer is no.'),
  'APPROVE-7': delivered(
    "An answer allows no more than its words say: further words must be known to be harmless, commands that run the project's code are offered verbatim, and no rule reaches secrets, git's files, or the configuration of tools and agents.",
  ),
  'APPROVE-8': delivered(
    'A dangerous call looks dangerous and says why in words; no button suggests allowing it, and it is allowed once only.',
  ),
  'APPROVE-9': delivered(
    'A card offers the first words of a command as an editable rule; pending calls are answered in one place; the keys on the buttons work with an empty draft, never for dangerous calls or at first.',
  ),
  'APPROVE-10': delivered(
    'Each mode has one name everywhere: Ask, Read, Edit, Sandbox, Full access, Plan. A new chat starts in Read.',
  ),
  'MCP-1': delivered('MCP servers are configured in the common format and managed from the settings.'),
  'MCP-2': delivered("Tool names and many tools fit the provider's rules."),
  'MCP-3': delivered('A misbehaving server affects no other and can be reached again.'),
  'MCP-4': delivered('Progress is shown, and stop reaches the server.'),
  'MCP-5': delivered('An approval is bound to exactly what was approved.'),
  'MCP-6': delivered('Signing in goes through the system browser and stores its tokens in the keychain.'),
  'MCP-9': delivered(
    "A permission for a server's tool covers the description and schema it was given for, and an approval the project files that its command runs; servers only get named variables; a sign-in leads nowhere near this machine.",
  ),
  'MCP-10': delivered(
    'What servers actually send is accepted: null counts as absent, one malformed part costs nothing else, and a completed call is never reported as failed because of its form; schemas and names are adapted to each provider API and mapped back, and what cannot be adapted is named and can be turned off.',
  ),
  'MCP-7': delivered("A server's requests are shown to the user, who decides."),
  'MCP-11': delivered(
    'A call that its server continues as a task, in either form of the protocol, shows its state, asks the user, is polled no sooner than the server says, and can be canceled.',
  ),
  'MCP-12': delivered(
    'A task survives a restart: its ID is stored first, its result is fetched once, and a server that no longer has it loses nothing.',
  ),
  'MCP-13': delivered('A hostile server of tasks only fails its own call, in bounded time and requests.'),
  'MCP-14': delivered(
    "A result shows its tool's app from what is stored; a tool for apps is not offered to the model.",
  ),
  'MCP-15': delivered(
    'An app runs only once the user has opened it for its server as configured, in a sealed frame: no network, storage, navigation, pop-up or access to the window.',
  ),
  'MCP-16': delivered(
    'An app reaches only its own server: its calls are approved and stored like the user’s, links and texts are asked about, and floods end it.',
  ),
  'MCP-17': delivered(
    'An app is asked to end before its frame goes, in bounded time; it may ask to be closed, hears of a changed theme or size, and only a flood of messages closes it.',
  ),
  'MCP-18': delivered(
    'The result of a tool reaches its app as its server sent it: every content block, with images, structure and metadata.',
  ),
  'MCP-8': delivered("A server's prompts are slash commands, its resources mentions."),
  'HOOK-1': delivered(
    "A user's hook runs before a tool, after it or at the end of a turn; it may deny, ask or inform the model, allows nothing, and each of its runs is stored.",
  ),
  'HOOK-2': delivered(
    "A folder's hook runs only while the folder is trusted and exactly its command, with the folder's files that it runs, was approved.",
  ),
  'HOOK-3': delivered("A hook's file changes are undone and redone with its call, or with its turn."),
  'HOOK-4': delivered(
    'A hook that fails, hangs, prints endlessly, leaves something running or kills its parent harms neither the run nor the app, and nothing of it remains.',
  ),
  'HOOK-5': delivered('Hooks at the end of a turn send the model back to work a limited number of times.'),
  'HOOK-6': delivered(
    'Hooks also run for messages, sessions, failed calls, approvals, agents, compactions, notifications and failed runs; what they deny is not done, and no message is lost.',
  ),
  'LANG-1': delivered(
    'After a call has changed a file, what an installed language server reports in it reaches the model and is shown in the box.',
  ),
  'LANG-2': delivered(
    'Language servers run only if switched on, in trusted folders, and in a sandbox that lets them change nothing; whatever they answer, the call is done.',
  ),
  'LANG-10': delivered(
    'Errors that a change adds in other files of the folder reach the model with it, as far as the language server reports them.',
  ),
  'LANG-11': delivered('A language server writes its caches to a temporary folder of its sandbox.'),
  'UI-1': delivered(
    'A tool call is a box with a readable line, its state and its cost, which opens to arguments and result in a matching form.',
  ),
  'UI-2': delivered('All calls of a conversation are a list and a timeline that can be filtered and used by keyboard.'),
  'UI-3': delivered('Search finds everything that was said or done and opens it at the match.'),
  'UI-4': delivered('Replies stream as Markdown without flicker, and nothing in them can load, run or navigate.'),
  'UI-5': delivered('Very long conversations stay quick.'),
  'UI-6': delivered('Messages can be edited, branched, copied and exported in place.'),
  'UI-7': delivered('The first run is one screen: what this is, a provider or the demo, and a folder.'),
  'UI-8': delivered(
    'Settings take effect immediately, bad values are rejected next to their field, and keys are never shown again.',
  ),
  'UI-9': delivered('Every action has a shortcut and a name, in light, dark and high contrast.'),
  'UI-10': delivered('An error says what happened, what was kept and what to do, with the button that does it.'),
  'UI-11': delivered(
    'The user is notified when a run needs them or has ended; several conversations are shown on one page, where their questions are answered. On the desktop, the notification of a single prompt shows it in full and answers it, once, if the user has turned that on; what is dangerous, doubtful or too long to be read there can only be denied or opened.',
  ),
  'UI-12': delivered(
    'The sidebar groups, marks, tags and renames conversations, shows the branch of each folder, and scales.',
  ),
  'UI-13': delivered('A collapsed group of calls and a finished turn show in one line what was done.'),
  'UI-14': delivered('A to-do list that the model keeps is pinned above the composer while work goes on.'),
  'UI-15': delivered('Code, tables and diffs take the column, and with a toggle the full width; text keeps its lines.'),
  'UI-16': delivered(
    'A conversation gets a short title from the model, in its language; equal titles are distinguished.',
  ),
  'UI-17': delivered('Mermaid, SVG and HTML in a reply can be previewed in a sandboxed frame.'),
  'UI-18': delivered(
    'The window is accessible: axe finds nothing in any scene, every control has a name, and the focus is never lost.',
  ),
  'UI-19': delivered(
    'Text in any script renders as intended (emphasis and bare URLs next to full-width punctuation, single tildes, right-to-left, nested fences), and selecting and copying returns the source.',
  ),
  'UI-20': delivered(
    "Paths and path:line in replies, tables, output, errors and traces open the file panel at the line, or the user's editor; the panel has the folder's tree, search, and mentions of the selected lines.",
  ),
  'UI-21': delivered(
    '`@` also references symbols, the working diff, the staged changes, a commit, an earlier conversation or one of its calls, read by the host when the message is sent.',
  ),
  'UI-22': delivered(
    'The panel has terminals in the conversation’s folder or worktree, behind a trusted folder and a confirmation outside the window; they outlive the panel and end with the app.',
  ),
  'UI-23': delivered(
    'One column, one line for what a turn did, one card for its files, one meaning per icon; the last turn stays as it was read. The composer’s footer has at most five controls, each labeled. Every form has our own lists and one order of buttons.',
  ),
  'UI-24': delivered(
    'A conversation opens in another window or tab; all follow the same events, drafts follow each other, and an approval answered in one is gone in the others.',
  ),
  'AGENT-1': delivered("A sub-agent is a conversation inside its parent's call."),
  'AGENT-2': delivered(
    'A background command runs as long as its conversation, can be read, written to, ended and listed, and ends with the app; after a crash the next start ends what is left, by start time and marker.',
  ),
  'AGENT-3': delivered('The user can run a tool without the model.'),
  'AGENT-4': delivered('File changes can be undone, with a preview.'),
  'AGENT-5': delivered(
    'One message goes to two or three models or agents at once, each in its own worktree when it edits; the user continues with one, the others stay as branches, and a crash at any point leaves a compare that can be completed.',
  ),
  'REVIEW-1': delivered(
    'The changes of a call, a turn, since a message, of the conversation, or of the working tree against a commit appear in a side panel with a list or tree, next and previous change, one or two columns, whitespace and viewed marks: any encoding, binary, renamed, 10 MB.',
  ),
  'REVIEW-2': delivered('A file, a hunk or selected lines can be undone, and the undo reverted.'),
  'REVIEW-3': delivered(
    'Comments on lines are collected and sent as one message with file, line and text; they survive a restart and report when the line has changed.',
  ),
  'BOX-1': delivered("Commands run in the system's sandbox; if it is unavailable, the call's box says so."),
  'BOX-2': delivered('A command that fails at the sandbox boundary is named and asks once.'),
  'BOX-3': delivered('Undo, background commands, stop and leftovers work through the sandbox.'),
  'BOX-4': delivered('Running commands without asking is a mode only where the sandbox is available.'),
  'BOX-5': delivered(
    'After a sandboxed command nothing has changed that git, a shell, an editor, a package manager or a hook runs automatically outside the sandbox; if the check was incomplete, the result is not called safe.',
  ),
  'BOX-6': delivered(
    'The prompt at the sandbox boundary opens what it names and nothing hidden below it; credentials in the home folder are hidden by the table that drives file prompts, at any depth; service sockets cannot be reached.',
  ),
  'BOX-7': delivered('Files that appear while a background command runs have no effect until they have been checked.'),
  'BOX-8': delivered(
    "A folder's approved hook runs what was approved: if a tool has changed anything the hook could read, the app asks again or runs it in the sandbox.",
  ),
  'ACP-1': delivered(
    'An agent that speaks the Agent Client Protocol is offered alongside the models (detected when installed, or added by command); its conversation has the same boxes, approvals, chain, search and store; every update is stored before it is shown; a crash leaves open calls marked as interrupted.',
  ),
  'ACP-2': delivered(
    'The agent continues the conversation where it can load it; otherwise a new session of the agent continues it with the history as context, and the window shows which; an edited or regenerated message continues like that, too; what an agent cannot do (compaction, a preview of the request, running an interrupted call again) is not offered.',
  ),
  'ACP-3': delivered(
    '`throughline acp` exposes our loop to editors: new, prompt, cancel, load with exact replay, list, modes, permissions, plan, usage.',
  ),
  'WORK-1': delivered(
    'Instructions and presets apply globally, to a project or to a conversation; the AGENTS.md of a trusted folder, and of folders inside it, applies there.',
  ),
  'WORK-2': delivered('Attachments are stored once and sent in the form the model accepts.'),
  'WORK-3': delivered('There are a plan mode, commands, skills and a prompt library.'),
  'WORK-4': delivered(
    'The cost of replies is shown by turn, conversation, day and model, and limited; an unknown cost is called unknown.',
  ),
  'REVIEW-4': delivered(
    'Git: status with renames, stage by file and hunk, commit with a proposed message, amend, stash, branch, fetch, pull, push, pull request (gh, glab or the site), conflicts with both sides; nothing from the repository runs.',
  ),
  'WORK-7': delivered(
    'A conversation can work in its own git worktree and branch; undo in a shared folder says who is working there and offers to wait.',
  ),
  'WORK-6': delivered(
    'The web is searched through SearXNG, Brave, Tavily, Exa or Kagi, off until one is chosen; sources are shown.',
  ),
  'PROVIDER-1': delivered('A conversation can change its provider at any message and continue.'),
  'PROVIDER-2': delivered('Local model servers are detected and offered.'),
  'PROVIDER-3': delivered('Proxies, certificates, headers and timeouts can be set and tested.'),
  'PROVIDER-5': delivered(
    'Reasoning effort, temperature and maximum reply length can be set per model, as far as it supports them.',
  ),
  'PROVIDER-6': delivered('Prompt caching is used if the provider has it, and cache reads are shown.'),
  'PROVIDER-7': delivered("A model's output is stored completely, and returned to the same model unchanged."),
  'PROVIDER-4': delivered(
    'Well-known providers are offered by name, with address, API, key page and a default model; a model list shows those that can chat, with context size, abilities and price if known; none is chosen just for being the first.',
  ),
  'INTEROP-1': delivered('Claude Code sessions are imported without loss.'),
  'INTEROP-2': delivered('Claude Code, Codex and OpenCode themselves resume exports, with every call and result.'),
  'INTEROP-3': delivered('Other formats are imported and exported without flattening.'),
  'INTEROP-4': delivered('The valid part of a damaged file is imported, and its source is never written.'),
  'INTEROP-5': delivered('Scenario files drive the demo model and produce the same conversation twice.'),
  'INTEROP-6': delivered('A real exchange can be recorded and replayed.'),
  'INTEROP-7': delivered('Exchange formats are compared key for key with pinned fixtures.'),
  'INTEROP-8': delivered('A chain is exported as OpenTelemetry spans, and sent live if enabled.'),
  'INTEROP-9': delivered(
    "Other agents' histories on this machine are read in place: shown, searched, followed, never written.",
  ),
  'SEC-1': delivered("The desktop host keeps each point of Electron's security checklist."),
  'REMOTE-1': delivered(
    'Nothing listens beyond loopback. Through a tunnel, only exactly the named host is answered, over HTTPS, and only paired devices open a window: their key is made in their browser and cannot be exported, and the user compares a check number and confirms each device outside of the window or in the terminal.',
  ),
  'REMOTE-2': delivered(
    'A device watches, answers, steers, or does everything, as the user chooses; never what needs a confirmation outside of the window, terminals, keys, editors, folders or settings. Removing it, or changing its rights, ends its windows at once, from the window or the terminal.',
  ),
  'REMOTE-3': delivered(
    'Through the tunnel, DNS rebinding, foreign origins and frames, tokens and tickets of this machine, sessions of another host name, replayed challenges and signatures, keys of other devices and guessed codes are refused.',
  ),
  'REMOTE-5': delivered(
    'A device can allow a dangerous call only with proof that it has the whole call as the host shows it; several answers at once or a permission do not get around that.',
  ),
  'REMOTE-6': delivered(
    'A paired device that asked for it is notified while its window is closed, by an encrypted message without content, and only if nobody has dealt with it.',
  ),
  'REMOTE-10': delivered(
    'A device receives no settings, connections, server configurations or messages of the machine, and unsent texts and paths of folders only if it may send.',
  ),
  'REMOTE-11': delivered(
    'The window on a device offers only what its right allows, explains why the rest is missing, and follows a change of the right at once.',
  ),
  'REMOTE-12': delivered(
    'A paired device whose browser can make a passkey adds one, right after pairing or later. From then on the host asks for it before every call of the device that allows or starts something that runs or changes something; denying, stopping and reading never need it. The desktop and the terminal show it, turn the question off and remove it; the device cannot.',
  ),
  'REMOTE-13': delivered(
    'A use of a passkey counts once, for one call with its parameters and what was shown, on one connection of one device, soon, and with the user recognized; replays, other approvals, devices, origins and host names, removed passkeys, counters that go back and malformed input are refused, and the question stays open.',
  ),
  'REMOTE-14': delivered(
    'A passkey that was cancelled, timed out, is missing, or belongs to another host name has a plain message and a way out; passkeys that cannot be read let no device in.',
  ),
  'SEC-2': delivered(
    'The browser host serves only this machine, only clients with its token, and only pages of its own origin. Access belongs to a tab and an origin: no cookie grants it, and no command line contains it.',
  ),
  'SEC-3': delivered(
    "Every IPC message comes from our own window's main frame and fits the contract; the bridge exposes one transport.",
  ),
  'SEC-4': delivered('Hostile Markdown, HTML and links do nothing, at every point of a stream.'),
  'SEC-5': delivered(
    'Links and files from outside open and fill; they never install, run, send or answer anything, and never replace what the user has typed.',
  ),
  'SEC-6': delivered('Keys are in the keychain or not stored, the app says which, and they appear nowhere else.'),
  'SEC-8': delivered(
    'Anything that ends the asking is confirmed outside of the window: a session alone cannot let every tool run, allow something everywhere, admit a tool server, or send a stored key elsewhere.',
  ),
  'SEC-9': delivered(
    'Encrypted data opens with the key in the keychain or with the recovery code, and nothing private is on the disk in clear.',
  ),
  'SEC-7': delivered('Dependencies are few, pinned, and each has its reason on record.'),
  'DESK-1': delivered(
    'An icon in the tray, off by default, shows whether something works or needs the user; its menu leads there. With it, closing the last window keeps runs going, and the app says so once.',
  ),
  'DESK-2': delivered(
    'A system-wide shortcut, off until it is chosen, opens a quick window; a shortcut that is taken is reported. A right click offers editing, spelling suggestions, links and pictures in the language of the window, and so does the application menu.',
  ),
  'DESK-3': delivered(
    'Windows, screens and selected text are captured only when the user asks, never the quick window itself; where the system refuses, the reason is stated.',
  ),
  'DESK-4': delivered(
    'Spelling is checked only in languages that the user has chosen, and no dictionary is downloaded before that.',
  ),
  'DESK-5': delivered(
    "Opened folders are in the system's recent ones, and a second start with a folder opens a new chat there in the running app.",
  ),
  'DESK-6': delivered('The machine is kept awake while a run works, if the user wants that, and no longer.'),
  'DESK-7': delivered(
    'Windows are restored on their conversations and where they were on each arrangement of screens, always within reach, also after the app was killed.',
  ),
  'DESK-8': delivered(
    'Two conversations are shown side by side in one window, each with its own draft, run, approvals, search and scroll position. Keys, commands, panels and the sidebar act on the focused side; in a narrow window one is shown at a time; both are restored after a reload or restart.',
  ),
  'SHIP-1': delivered(
    'Packages for Linux, macOS and Windows contain what they need, their own command line, licenses and a bill of materials; fuses are set and read back, and signing is configured by the environment.',
  ),
  'SHIP-2': delivered(
    'Data of every earlier version opens. Data of a newer version opens read-only: the app says so, and nothing is written to it, except logs and Electron’s own files in desktop/.',
  ),
  'SHIP-3': delivered(
    'Log files contain codes and no content, stay small, and never stop the app; a problem report is shown in full, edited and saved by the user, and never sent.',
  ),
  'SITE-1': delivered(
    '`npm run site` builds a site from docs/ with local search, without a network once VitePress is cached; every link and anchor resolves, and the sidebar is made from the pages. Short videos play when asked, with captions, light or dark. Every command line and settings page that a guide names exists.',
  ),
  'SITE-2': delivered(
    'In the comparison every claim about Throughline names a command of the repository that shows it, and every report about another app has its source.',
  ),
  'DOCTOR-1': delivered(
    '`throughline doctor` and the settings report what is wrong with the machine and how to fix it: each check has a time limit, changes nothing, and contacts no other machine unless asked.',
  ),
  'DOCTOR-2': delivered(
    'The doctor repairs only what the user agrees to, after checking again: permissions, indexes, locks, leftover processes, unused files, and worktrees without changes.',
  ),
  'SHIP-6': delivered(
    'A backup of everything is one verified file, which can be encrypted, incremental and restored on another machine: every next request is the same. A damaged one says what it still holds; an interruption leaves no half backup and no half restore.',
  ),
  'SHIP-5': delivered(
    "The desktop host's own main and preload run end to end in the tests on every machine, with a stand-in for Electron and Chromium as the window; and on Linux in windows of a real, older Electron.",
  ),
  'SHIP-7': delivered(
    'The desktop app looks for updates when asked, or once a day if the user turns that on; a check sends nothing about the user. Only what the publisher signed is offered, and everything else is refused by name with nothing changed: damaged, older, replayed, for another system, from elsewhere. Nothing is downloaded or installed unasked; a download continues after it was interrupted; a version can be declined; an installation waits for running work.',
  ),
  'SHIP-8': delivered(
    'An AppImage is replaced in one step, and the old version stays until the new one has opened its window: one that does not start is rolled back, the user is told, and it is not offered again. Other packages are installed by the system’s own tool, and what cannot be replaced says what to do instead.',
  ),
  'LEDGER-1': delivered(
    'Conversations, messages, calls, approvals, costs and file changes go to a company’s Postgres, masked, through an outbox: nothing is there twice, and nothing is missing after a kill or a lost connection. What is wrong with the server, the password or the certificate is named.',
  ),
  'LEDGER-2': delivered(
    'Row-level security: a database role sees only its own records, a lead also those of the team; nobody changes or removes any.',
  ),
  'LEDGER-3': delivered(
    '`throughline ledger verify` finds and names a record that was edited, emptied, removed, moved or cut off at the end.',
  ),
  'SHIP-4': delivered(
    'The app speaks English and Chinese; another language is one file, and what it does not translate stays English.',
  ),
  'SYNC-3': delivered(
    'Machines that sync end with the same messages, byte for byte, and the same titles, tags, marks, open branches and started calls, equal to the merge of their folders: in any order, with clocks years apart, ended at any request, over a store that fails, forgets, answers twice or shows an older state. A log that was rolled back, cut, swapped, repeated or is foreign is reported by its device; nothing is taken from it, and the others continue.',
  ),
  'SYNC-4': delivered(
    'A message or conversation that is permanently removed also leaves the store: each machine removes what it stored of it when it next syncs. It stays removed on a machine that was away. A deletion is sent once it can no longer be undone.',
  ),
  'SYNC-5': delivered(
    'A project is the repository: its remotes and first commits, the same over SSH and HTTPS, in a clone, a worktree and on another machine. Two projects of one repository are offered once to be shown as one; either answer can be changed at will. Their conversations then appear, are searched and counted together, and continue in the folder that is on this machine. Nothing is moved, and each machine decides for itself.',
  ),
  'LEDGER-4': delivered(
    'SQL over the conversations, calls, changed files and costs on this machine reads documented views and can change, open or outlast nothing; its data follows every change and removal at once, is encrypted with the rest, and can be lost at any time.',
  ),
  'SYNC-6': delivered(
    'A change is uploaded about a second later, with two requests for one more message. While idle, the store is looked at once a minute, less often while it cannot be reached. A new machine lists all conversations before their messages arrive, also offline and after a restart; the newest arrive first, and one that is opened or changed is fetched at once.',
  ),
  'SYNC-10': delivered(
    'A conversation that runs on one machine shows there and on the others which one runs it and when that was last heard, its messages arrive as they are stored, and its calls are shown as running, not as interrupted. “Continue here” ends the run there first, as Stop does, and once: a request names the run, so one that is late, repeated, canceled, or of a foreign or revoked machine ends nothing else. Of two machines that ask, one gets it. Without an answer the user continues from what is here, and the merge keeps both. Approvals are asked again. The store is looked at more than once a minute only while a run is followed.',
  ),
  'SYNC-11': delivered(
    'Sessions of other apps that this machine reads in place are listed, read, searched once opened, and continued as a copy on the user’s other machines, if the user chose so. They are sealed like everything else, one that grows uploads its end only, and one that is deleted there or no longer sent is removed. Projects that are left out, limits and metered connections apply; a session larger than the limit stays and is named.',
  ),
  'SYNC-7': delivered(
    'Settings, presets, memory and rules are synced only on machines where the user chose them; a text that is replaced when they are chosen is kept. Keys, providers, trust, approval modes, and servers, hooks and agents with their approvals never leave their machine.',
  ),
  'SYNC-8': delivered(
    'a team space: a conversation is published (masked, previewed first, withdrawable), read, searched, and continued as a copy; a command, skill, preset, instructions or rules of a member are read whole, off until a version is accepted, and never allow a call; a store that was changed is named',
  ),
  'SYNC-9': delivered(
    'Attachments and full results are stored once each, by their hash, and fetched by other machines when they are opened; without a connection the reason is shown, and a changed file is refused. One command fetches all of them, and continues where it was stopped; a window can do so in the background.',
  ),
  'PERF-1': measured('A durable append costs little more than a bare write and sync.'),
  'PERF-2': measured('A long conversation opens about as fast as a short one.'),
  'PERF-3': delivered('Building a request is quick and does not depend on earlier content.'),
  'PERF-4': measured(
    'Search over a million messages is quick and never blocks a turn; with many new messages it answers from what is indexed and reports how many are missing; the first indexing of many short conversations costs at most five times a plain loop over FTS5.',
  ),
  'PERF-5': delivered(
    'Very large conversations and results need little memory, also when they are exported, merged or their calls are listed; so does opening, listing, searching or checking a damaged one.',
  ),
  'PERF-6': measured('Typing and streaming stay smooth in very long conversations.'),
  'PERF-7': measured(
    "The host is ready and the first screen is rendered within a second, and a command lists conversations immediately; that screen's JavaScript takes at most 220 kB, compressed.",
  ),
  'PERF-8': delivered("The loop adds almost nothing to a tool's own time."),
  'PERF-9': measured(
    'Resuming a conversation from the command line is as fast as in any agent: the request is written once and sent in chunks, with its length.',
  ),
  'PERF-10': delivered(
    'Scans of a whole conversation can be canceled and end immediately; in the terminal they report progress, and leave nothing half-written.',
  ),
  'API-1': delivered(
    'Clients of the Model Context Protocol search, list and read conversations and calls, and start and continue them, each only after the user has allowed it for that client; a started run follows the approval mode and waits for the user in the window.',
  ),
  'API-2': delivered(
    'A local API over HTTP and WebSocket answers once a token exists: tokens have scopes, are stored as hashes and can be revoked; its OpenAPI document and its client package are made from the same table as its routes; no other machine or page can use it.',
  ),
  'API-3': delivered(
    'The lines of `run --output stream-json` have a version and a schema: a field that is removed, renamed or added without it fails a test.',
  ),
  'API-4': delivered(
    'Links of other apps open a conversation, a filled-in new chat, a search or a page of the settings, and never run, send or change anything.',
  ),
  'API-5': delivered(
    'An endpoint that is compatible with OpenAI’s passes requests of other apps to the user’s models, with tools and pictures, and stores each exchange as a conversation that names the app.',
  ),
  'SYNC-1': delivered(
    'Sync works on any S3-compatible store, WebDAV server or folder that another app syncs; each device writes only below its own prefix, and no lock, conditional write or clock of the store is needed.',
  ),
  'SYNC-2': delivered(
    'What sync stores is end-to-end encrypted: the store sees sizes and times, but no text, title or path, and an object that was cut, changed, swapped or forged is named; devices are added with a code and can be revoked, and a phrase recovers the keys.',
  ),
  'REMOTE-4': delivered(
    'On a phone (360 × 640, touch) the window begins with Activity; everything is reached with a thumb on targets of at least 44 pixels, the back gesture closes what is open, and the keyboard covers nothing. A call is readable in full and answered with one press; a dangerous one only after each line was on the screen, by holding. The page can be installed, and without the host it shows its last known state, sealed and with its time.',
  ),
  'PHONE-20': delivered(
    'A share of another app with the installed window (title, text, link, files) waits in the browser until the user says where it goes, and then is part of a draft; it is never sent by itself.',
  ),
  'PHONE-21': delivered(
    'A share is limited in files, sizes, text and number, with plain names; a website that shows its origin is refused, and no other fills a draft or reaches the host without the user.',
  ),
  'PHONE-22': delivered('A device without the right to send says so, and a removed one stores no shares.'),
  'PLUG-1': delivered(
    'A skill from an archive, folder, address or repository is shown in full before anything is installed, then installed as shown; it takes over no name, and can be turned off and removed',
  ),
  'PLUG-2': delivered(
    'An installed skill is pinned to its content and commit; an update is looked for only on request, shows every difference and what was changed by hand, and can be undone. Nothing of a repository runs',
  ),
  'PLUG-3': delivered(
    'A package with hostile names, links, sizes or addresses is refused as a whole, and an interrupted installation leaves nothing installed',
  ),
  'PLUG-4': delivered(
    'A plugin of several parts (Agent Plugins 1.0, or Claude Code’s layout) is shown with every command of its servers; none runs before its approval, which ends when a file of the plugin changes; hooks are named and not run, and all of it is turned off, updated and removed as a whole',
  ),
  'PLUG-5': delivered(
    'Servers of an MCP registry are found in the terminal; each is printed with the exact command and fixed version that would add it, whatever the registry answers, and nothing is added',
  ),
  'PLUG-20': delivered(
    'A server of an MCP registry is added from the window or the terminal exactly as it is shown, with its values asked for and its secrets only in the keychain; it runs only once it is approved, and no text of the registry reaches a secret of the user.',
  ),
  'PLUG-21': delivered(
    'The registry is a setting (https, or http on this machine); nothing is requested before the user searches, results come in pages, and a registry that is gone, limits requests or answers with something else is named.',
  ),
  'PLUG-6': delivered(
    'An MCP bundle (.mcpb, .dxt or a folder) is recognized by its content and shown with its command, tools, settings and signature; its server runs with the user’s settings, on the app’s Node if it is of that type, once it is complete and approved',
  ),
  'PLUG-7': delivered(
    'A manifest of a bundle is read by the published schemas of its versions; one that is not valid, leads out, hides something or is for another system is refused with the reason, and nothing of it is interpreted twice or by a shell',
  ),
  'PLUG-8': delivered(
    'Settings of a bundle are entered in the terminal or in the window and can be changed later; secret ones are only in the keychain, are never shown again, and are removed with the bundle',
  ),
  'PLUG-9': delivered(
    'A bundle is chosen in the dialog of the desktop or dropped on the window, which shows it and installs nothing; a dropped file is received whole, only as a file, and gone once it was looked at',
  ),
  'SCHED-1': delivered(
    'A time, changed files, the changed output of a command, a signed request, or a change of the checks or reviews of a pull request starts a run with its prompt, folder, model, preset, approval mode, budget and time limit; what the event brought is attached as data.',
  ),
  'SCHED-2': delivered(
    'Each due time of a schedule is accounted for once, as a run or as missed, across sleep, crash, restart, changed clocks and a full disk; none runs twice, and never two of a schedule at once.',
  ),
  'SCHED-3': delivered(
    'A scheduled run never does more than its approval mode allows: a call that needs the user stays open in its conversation; a schedule that keeps failing pauses itself and says why, and no file of a project creates one.',
  ),
  'SCHED-4': delivered(
    'Schedules run with the window closed: the service is installed for the user only, runs them while no window does, and never keeps a window from opening.',
  ),
  'SCHED-5': delivered(
    'A goal continues a conversation in rounds until its confirmed command exits with 0 or a second model answers yes, its budget, time or rounds are spent, or it makes no progress, and says which; it pauses where a call needs the user, survives a killed app without sending a message twice, and each round can be gone back to with its files.',
  ),
  'SCHED-20': delivered(
    'A notification announces the end of a goal, or a question in it, and not the end of each round.',
  ),
  'SCHED-21': delivered(
    'Deleting a conversation, here or by another process, ends its goal and the command of its test.',
  ),
  'SCHED-22': delivered(
    'The model and the approval mode that a goal was started with apply when it is resumed, also after a restart; a changed file makes nothing run without asking.',
  ),
  'SCHED-23': delivered(
    'A run of a schedule can be a goal: it works in rounds until its test passes, its command is confirmed when the schedule is saved and runs only in the confirmed folder, spent rounds, a spent budget and no progress are failures, it waits where a call needs the user, and stopping the run ends the goal.',
  ),
  'SCHED-30': delivered(
    'The service also serves paired devices under one host name of a tunnel: it leaves the data folder to a window or another host at once and serves again afterwards, starts again after a crash or when its port is free, ends with the service, and writes no address or token anywhere.',
  ),
  'SCHED-31': delivered(
    'The service is installed with devices only after a confirmation; installing again changes or removes that, status names it and an older file, and uninstalling leaves nothing.',
  ),
  'BROWSER-1': delivered(
    'Models use a browser with the user only after the user switched it on and confirmed its program outside of the window. It starts with the first call, with a profile of its own, and ends with the app, even a killed one.',
  ),
  'BROWSER-2': delivered(
    'A model opens, reads and uses pages in the shared browser; the box of each call has the page’s picture, and what its console, its network and its dialogs reported.',
  ),
  'BROWSER-3': delivered(
    'The shared browser opens only sites that the user allowed, in every approval mode: redirects, links, frames, scripts and new windows of other sites are blocked before a request leaves, and no page or worker reaches another server of this machine or its network.',
  ),
  'BROWSER-4': delivered(
    'In the box of a call, the user points at an element of the screenshot with the pointer or the keyboard, and a comment on it goes into the composer with its name, its address and its picture.',
  ),
  'BROWSER-11': delivered(
    'The shared browser uses the proxy of the environment for public sites, and a site that cannot be reached is explained.',
  ),
  'BROWSER-10': delivered(
    'The shared browser starts only the program whose path the user confirmed, also if it was chosen automatically.',
  ),
  'BROWSER-20': delivered(
    'A site with a wildcard allows the shared browser every subdomain of one owner, never a public suffix, a name of a private network or a private address, and nothing outside the shared browser; a file that says otherwise grants nothing.',
  ),
  'BROWSER-5': delivered('What is in fields for passwords, codes and card numbers is never read from a page.'),
  'BROWSER-6': delivered(
    'A page that never finishes loading, is huge, hangs or opens dialogs ends or delays only its own call, and stopping the run ends the call at once.',
  ),
} satisfies Record<string, Requirement>;

export type RowId = keyof typeof requirements;
