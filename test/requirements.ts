// The behaviours that the program promises, each with an id. A delivered row has a test that cites it; see test/rules.

export interface Requirement {
  /** What the program does, as a sentence that can be checked. */
  says: string;
  delivered: boolean;
  /** `npm run bench` shows it; a test that cites it shows a part of it at most. */
  shownBy?: 'bench';
}

function delivered(says: string): Requirement {
  return { says, delivered: true };
}

/** A figure: it depends on the machine, so the bench shows it beside named peers, and no test fails on it. */
function measured(says: string): Requirement {
  return { says, delivered: true, shownBy: 'bench' };
}

function planned(says: string): Requirement {
  return { says, delivered: false };
}

export const requirements = {
  'START-1': delivered(
    "One command on a fresh clone installs, builds and opens the desktop window; without a display or Electron's runtime, one line says why and the browser host prints its address. A second start repeats no work.",
  ),
  'START-2': delivered(
    'One command on a fresh clone runs every test with npm alone, finds a browser by itself and needs no Electron binary.',
  ),
  'START-3': delivered(
    'Without a key and without a network the demo model answers, really uses the tools, and says that it is a script.',
  ),
  'START-4': delivered(
    'The options are --browser, --port, --no-open, --data, --project, --resume and --continue; anything else is one line and exit code 2.',
  ),
  'START-5': delivered(
    'A second start on the same data brings the window to the front or prints the running address; the command line works beside both.',
  ),
  'START-6': delivered(
    'Ctrl-C, SIGTERM and closing the last window end tools and their children, keep everything, and exit within two seconds.',
  ),
  'START-7': delivered(
    'A port in use, a data folder that cannot be written, a missing project folder and damaged settings are each told in one line, without a stack trace, and nothing is overwritten.',
  ),
  'START-8': delivered('A chat without a folder works without file tools, and a folder can be given to it later.'),
  'START-9': delivered(
    'The prompt of a run in the terminal comes from `-p`, from standard input as text, or as JSON with attachments; while that does not end the person is told that it is waited for. `throughline chat` is a conversation line by line, with approvals, stop, `/` and `@`.',
  ),
  'START-10': delivered(
    'A page of the browser host can be loaded again at any time, also after it was left alone for long.',
  ),
  'LOOP-1': delivered("The assistant's text and its calls are stored once, together, before any of its tools starts."),
  'LOOP-2': delivered(
    'Independent calls run together, each result is stored when it is ready, and the next request has them in call order.',
  ),
  'LOOP-3': delivered(
    'The arguments of a call reach the disk and the next request as the exact string that the model sent.',
  ),
  'LOOP-4': delivered(
    'A call that cannot be run or fails becomes an error result that names what was wrong, and the loop goes on.',
  ),
  'LOOP-5': delivered('The content of a tool result is always a string, whatever the tool returned.'),
  'LOOP-6': delivered(
    'The turn limit stops a run with its code, stored and shown, and the conversation can go on from there.',
  ),
  'LOOP-7': delivered(
    'Identical failing calls bring a hint and then a stop; so do identical calls with identical results.',
  ),
  'LOOP-8': delivered(
    'Stop keeps partial text without an error row, ends process trees, gives every call a result, and leaves a conversation that can go on at once.',
  ),
  'LOOP-9': delivered(
    'Nothing runs on arguments before the stream has ended, nor when it was cut by the length limit.',
  ),
  'LOOP-10': delivered(
    "A failed model call becomes an error record with its code and partial text, after all results; the person's message is on disk in every case.",
  ),
  'LOOP-11': delivered(
    'When the settings demand a tool and the reply has none it is asked again, and only the accepted reply is stored.',
  ),
  'LOOP-12': delivered(
    "A message sent during a run is queued, shown, can be withdrawn, and goes out after the current turn's results.",
  ),
  'LOOP-13': delivered('Two conversations run at the same time and neither waits for, mixes with or loses the other.'),
  'LOOP-14': delivered('A run through the contract leaves its rows on disk: the hooks are wired from end to end.'),
  'LOOP-15': delivered('Going on after a crash or a stop never runs a finished call again.'),
  'STREAM-1': delivered('A stream cut at any byte and framed in any legal way gives the same result.'),
  'STREAM-2': delivered(
    'Calls assemble whatever their chunks and indexes look like. Of more calls than a request may have the first 128 are run, and the model is told of the others.',
  ),
  'STREAM-3': delivered('Missing, repeated and reused call ids still leave every call its own result.'),
  'STREAM-4': delivered(
    'Arguments that are an object, null, absent, empty or encoded twice are taken in a defined form.',
  ),
  'STREAM-5': delivered('What the reply contains decides, whatever finish reason it names.'),
  'STREAM-6': delivered(
    'A connection that ends early, an error at any place of the stream, or an answer that is no reply is an error that says what came and keeps the text; a sound reply in another form than a stream is taken.',
  ),
  'STREAM-7': delivered('Odd usage, several choices, unknown fields and unknown events do no harm.'),
  'STREAM-8': delivered(
    'Reasoning is shown once, kept, and sent back where the provider needs it, whether it comes in fields of its own or between tags in the text; tags in code are text.',
  ),
  'STREAM-9': delivered(
    'A silent stream ends with an error after the idle limit and is retried once when nothing was shown.',
  ),
  'STREAM-10': delivered(
    'Errors that may pass are retried with a bounded, visible, cancellable wait; quota errors and side effects are not.',
  ),
  'STREAM-11': delivered(
    'Endless and hostile streams are bounded and inert: memory and the turns of others stay bounded, and what was said is kept.',
  ),
  'STORE-1': delivered(
    'After every acknowledged append the file parses as a JSON array whose last element is that message.',
  ),
  'STORE-2': delivered(
    'Killing the process loses no acknowledged message; a torn tail is set aside and the rest loads.',
  ),
  'STORE-3': delivered(
    'A damaged or re-formatted file of any size opens with what is sound, says what is not, and is kept; no record that can be read is out of reach.',
  ),
  'STORE-4': delivered(
    'A fault at any step of a write leaves the old or the new state; what a killed process left of one goes with the next message or start.',
  ),
  'STORE-5': delivered(
    'When the disk fails the person is told at once, nothing is called saved that is not, and a later save works.',
  ),
  'STORE-6': delivered(
    'Results above 51,200 bytes are kept whole in their own file, durable before the message that names it; what a killed command had printed is kept until its call has a result.',
  ),
  'STORE-7': delivered('A gigabyte of output costs little memory and is capped with a notice.'),
  'STORE-8': delivered('Appending and opening cost the same however long the conversation is.'),
  'STORE-9': delivered('Ids that are no ids are refused and make nothing; projects and conversations never mix.'),
  'STORE-10': delivered(
    'Deleting removes everything that belongs to a conversation, after a confirmation, and can be undone until the app ends.',
  ),
  'STORE-11': delivered('The index can be lost at any time and is built again while the app works.'),
  'STORE-12': delivered('Processes on one data folder never write over each other, and a lock ends with its process.'),
  'STORE-13': delivered('Unknown fields and other versions of the format survive.'),
  'STORE-14': delivered('Order comes from the log and not from clocks.'),
  'STORE-15': delivered(
    'Two copies of a conversation that grew apart merge without loss; a copy from elsewhere is read without following links, and removes nothing here and claims no folder unasked.',
  ),
  'STORE-16': delivered("The app's own keys are masked in everything that is stored."),
  'STORE-18': delivered(
    'The path of a large result is understood wherever a path or a result is named, and reaches no other project.',
  ),
  'STORE-17': delivered('Files of results live as long as their conversation, and what they take is shown.'),
  'STORE-19': delivered(
    "Each reply keeps the provider's ids of response and request, the app's version and what git had checked out; none of it is sent.",
  ),
  'SEQ-1': delivered(
    'With the same settings and tools the request after a restart is byte for byte the one before it and begins with the former request whole.',
  ),
  'SEQ-2': delivered(
    'Every call is answered once, directly after its message, in call order; what is missing is made up and what is left over is left out.',
  ),
  'SEQ-3': delivered('Records in a wrong place are made sendable, and nothing that was said is lost.'),
  'SEQ-4': delivered('No empty message, no reply at the end and no second system prompt is ever sent.'),
  'SEQ-5': delivered("Only the provider's own keys are sent."),
  'SEQ-6': delivered('Repair is pure, idempotent and the same every time.'),
  'SEQ-7': delivered("What is sent passes the validators of every provider's rules."),
  'SEQ-8': delivered(
    'Text that cannot be sent is made sendable; what is too large is named before sending, with what would fit.',
  ),
  'SEQ-9': delivered('A refused request names the offending record and offers to leave it out.'),
  'SEQ-10': delivered(
    'Damage of the order of a stored history is named by check, show, context and run, with its message and its call.',
  ),
  'COMPACT-9': delivered(
    'A summary tells the model how many messages it stands for, and the command line makes room as the window does.',
  ),
  'COMPACT-1': delivered("Compaction starts at a stated share of the model's real window."),
  'COMPACT-2': delivered('A cut never parts a call from its results.'),
  'COMPACT-3': delivered(
    'Compaction never starts while results are pending; it works in chats of text alone and inside a long run.',
  ),
  'COMPACT-4': delivered('The summary request is bounded and its failure leaves the history unchanged.'),
  'COMPACT-5': delivered('A summary is a stored record, the log stays whole, and undoing it restores the context.'),
  'COMPACT-6': delivered(`A provider's "too long" forces one compaction and never a loop.`),
  'COMPACT-7': delivered('Old results are first replaced by references that the model can open again.'),
  'COMPACT-8': delivered('A meter shows what fills the context, and single results can be hidden or pinned.'),
  'RESUME-1': delivered(
    'A conversation that is opened again shows every call with its arguments, result, duration and outcome.',
  ),
  'RESUME-2': delivered(
    'A conversation is found by id, by unique prefix, as the latest or in the list; a bad reference is told and makes nothing.',
  ),
  'RESUME-3': delivered('Resuming by a prefix keeps the id and adds no row to the list.'),
  'RESUME-4': delivered(
    "After a crash open calls are shown as such, each with what it had printed itself, and the person's choice becomes their one result; what another process still works at is not told as cut off.",
  ),
  'RESUME-5': delivered(
    'A reply that ended while nobody looked is there, and a run in progress is joined without loss.',
  ),
  'RESUME-6': delivered('Titles in any language and of any length are safe everywhere.'),
  'RESUME-7': delivered('Opening a conversation without changing it changes no file.'),
  'RESUME-8': delivered('A crash in the middle of a reply loses at most its last second.'),
  'MENTION-1': delivered('A mention is recognised in all its forms, and what is no mention is left alone.'),
  'MENTION-2': delivered('A mention keeps its path in the prompt, and the bytes that were sent are kept.'),
  'MENTION-3': delivered(
    'Paths outside the project are refused aloud, and a file that cannot be read does not stop the others.',
  ),
  'MENTION-4': delivered('Paths are completed quickly in very large trees.'),
  'TOOL-1': delivered('The built-in tools have a schema, words for the model, and limits that say how to go on.'),
  'TOOL-2': delivered(
    'Paths stay inside the project after every link is resolved; a place outside is asked about by itself.',
  ),
  'TOOL-3': delivered(
    "Tools cannot write the app's own data and settings, MCP configuration or git's files, whether or not they exist.",
  ),
  'TOOL-4': delivered('Edits keep the form of a file, refuse a changed one, and can be undone.'),
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
    'Standard input, AGENTS.md, skills, commands and presets are decoded by their byte-order mark; otherwise they are refused or skipped with a visible message.',
  ),
  'TEXT-5': delivered(
    "The model reads a command's output as a user would see it: no colours, with carriage returns, backspaces and clearing applied; the stored bytes are unchanged.",
  ),
  'TEXT-6': delivered(
    'Arguments with one clear meaning are accepted and the interpretation is reported; all faults in a call are reported at once.',
  ),
  'APPROVE-1': delivered(
    'Each mode lets pass what its name says, from asking about all that touches the folder to plan mode, which only reads; what runs is shown exact and whole before it is allowed; the default answer is no, and an old answer never answers a new question.',
  ),
  'APPROVE-2': delivered(
    'The scopes of an approval mean what they say and can be revoked; a denial beats an allowance.',
  ),
  'APPROVE-3': delivered('Rules for commands understand how a shell joins them, and ask when in doubt.'),
  'APPROVE-4': delivered('A refusal with its reason reaches the model as the result.'),
  'APPROVE-5': delivered("A project's own files change nothing before the person has trusted that folder."),
  'APPROVE-6': delivered('Without a person to ask, asking means no.'),
  'APPROVE-7': delivered(
    "What an answer allows from now on is no more than its words say: further words are those that are known to be harmless, what runs the project's code is offered to the letter, and no rule reaches secrets, git's files, or what configures tools and agents.",
  ),
  'APPROVE-8': delivered(
    'A grave call looks grave and says why in words; no button invites to allow it, and it is allowed once only.',
  ),
  'MCP-1': delivered('MCP servers are configured in the common format and managed from the settings.'),
  'MCP-2': delivered("Tool names and many tools fit the provider's rules."),
  'MCP-3': delivered('A server that misbehaves harms no other and can be reached again.'),
  'MCP-4': delivered('Progress is shown, and stop reaches the server.'),
  'MCP-5': delivered('An approval is bound to what was approved.'),
  'MCP-6': delivered('Signing in goes through the system browser and keeps its tokens in the keychain.'),
  'MCP-9': delivered(
    "A permission for a server's tool holds for the description and the schema that it was given for, and an approval for the files of the project that its command runs; servers get named variables alone; a sign-in leads nowhere near this machine.",
  ),
  'MCP-10': delivered(
    'What servers actually send is accepted: null counts as absent, one malformed part costs nothing else, and a completed call is never reported as failed because of its form; schemas and names are adapted to each provider API and mapped back, and what cannot be adapted is named and can be turned off.',
  ),
  'MCP-7': delivered('What a server asks for is asked of the person.'),
  'MCP-8': delivered('Prompts of a server are slash commands, its resources mentions.'),
  'HOOK-1': delivered(
    'A hook of the person runs before a tool, after it or at the end of a turn; it may refuse, ask or tell the model something, allows nothing, and each of its runs is kept.',
  ),
  'HOOK-2': delivered(
    "A folder's hook runs only while the folder is trusted and exactly its command, and what that runs of the folder, was approved.",
  ),
  'HOOK-3': delivered('What a hook changes in files is undone and done again with its call, or with its turn.'),
  'HOOK-4': delivered(
    'A hook that fails, hangs, prints without end, leaves something running or kills its parent harms neither the run nor the app, and nothing of it stays.',
  ),
  'HOOK-5': delivered('What runs at the end of a turn sends the model back to work a few times at most.'),
  'UI-1': delivered(
    'A tool call is a box with a human line, its state and its cost, that opens to arguments and result in a fitting form.',
  ),
  'UI-2': delivered(
    'All calls of a conversation are a list and a waterfall that can be filtered and used by keyboard.',
  ),
  'UI-3': delivered('Search finds everything that was said or done and opens it at the match.'),
  'UI-4': delivered('Replies stream as Markdown without flicker, and nothing in them can load, run or navigate.'),
  'UI-5': delivered('Very long conversations stay quick.'),
  'UI-6': delivered('Messages can be edited, branched, copied and exported from where they stand.'),
  'UI-7': delivered('The first run is one screen: what this is, a provider or the demo, and a folder.'),
  'UI-8': delivered(
    'Settings take effect at once, bad values are refused beside their field, and keys are never shown again.',
  ),
  'UI-9': delivered('Every action has a shortcut and a name, in light, dark and high contrast.'),
  'UI-10': delivered('An error says what happened, what was kept and what to do, with the button that does it.'),
  'UI-11': delivered(
    'The person is told when a run needs them or has ended; several conversations at once stand on one page, where their questions are answered.',
  ),
  'UI-12': delivered('The sidebar groups, marks and renames conversations and scales.'),
  'UI-13': delivered('A fold of calls and a finished turn say in one line what was done.'),
  'UI-14': delivered('A to-do list that the model keeps is pinned above the composer while work goes on.'),
  'UI-15': delivered('Code, tables and diffs use the width that there is.'),
  'UI-16': delivered(
    'A conversation gets a short title from the model, in its language; equal titles can be told apart.',
  ),
  'UI-17': delivered('Mermaid, SVG and HTML in a reply can be previewed in a sealed frame.'),
  'UI-18': delivered(
    'Everybody can use the window: axe finds nothing in any scene, every control has a name, and the focus is never lost.',
  ),
  'UI-19': delivered(
    'Text in any script renders as intended (emphasis and bare addresses next to full-width punctuation, single tildes, right-to-left, nested fences), and selecting and copying returns the source.',
  ),
  'AGENT-1': delivered("A sub-agent is a conversation inside its parent's call."),
  'AGENT-2': delivered(
    'A background command goes on while the conversation does, is read, fed, ended and listed, and ends with the app; after a crash the next start ends what is left, by start time and marker.',
  ),
  'AGENT-3': delivered('A person can run a tool without the model.'),
  'AGENT-4': delivered('Changes to files can be undone, with a preview.'),
  'BOX-1': delivered("Commands run in the system's sandbox; where it cannot be had, the box of the call says so."),
  'BOX-2': delivered('A command that fails at the edge of the sandbox is named and asked about once.'),
  'BOX-3': delivered('Undo, background commands, stop and leftovers work through the sandbox.'),
  'BOX-4': delivered('Commands without asking is a mode only where the sandbox is.'),
  'BOX-5': delivered(
    'After a sandboxed command nothing has changed that git, a shell, an editor, a package manager or a hook runs automatically outside the sandbox; if the check was incomplete, the result is not called safe.',
  ),
  'BOX-6': delivered(
    'The prompt at the sandbox boundary opens what it names and nothing hidden below it; credentials in the home folder are hidden by the table that drives file prompts, at any depth; service sockets cannot be reached.',
  ),
  'BOX-7': delivered('What appears while a background command runs has no effect until it has been checked.'),
  'BOX-8': delivered(
    "A folder's approved hook runs what was approved: when a tool has changed anything the hook could read, the app asks again or runs it in the sandbox.",
  ),
  'ACP-1': planned('An agent that speaks the Agent Client Protocol is a choice beside the models.'),
  'ACP-2': planned('Such a conversation goes on in the agent, or in a new session with the history as context.'),
  'ACP-3': planned('The loop is served to editors over the Agent Client Protocol.'),
  'WORK-1': delivered('Instructions and presets apply to all, a project or a conversation.'),
  'WORK-2': delivered('Attachments are stored once and sent in the form the model takes.'),
  'WORK-3': delivered('There are a plan mode, commands, skills and a prompt library.'),
  'WORK-4': delivered(
    'What replies cost is shown by turn, conversation, day and model, and limited; what is not known is called unknown.',
  ),
  'WORK-7': delivered(
    'A conversation can work in a git worktree and branch of its own; undo in a shared folder says who is at work and offers to wait.',
  ),
  'WORK-6': delivered(
    'The web is searched through SearXNG, Brave, Tavily, Exa or Kagi, off until one is chosen; the sources are shown.',
  ),
  'PROVIDER-1': delivered('A conversation can change its provider at any message and go on.'),
  'PROVIDER-2': delivered('Local model servers are found and offered.'),
  'PROVIDER-3': delivered('Proxies, certificates, headers and time-outs can be set and tested.'),
  'PROVIDER-5': delivered(
    'Reasoning effort, temperature and length of the reply can be set by model, as far as it takes them.',
  ),
  'PROVIDER-6': delivered(
    'Prompt caching is used where the provider has it, and what was read from the cache is shown.',
  ),
  'PROVIDER-7': delivered('What a model sent is kept whole, and returned to the same model as it came.'),
  'PROVIDER-4': delivered(
    'Well-known providers are offered by name, with address, wire, key page and a usual model; a list of models shows those that can chat, with window, abilities and price where they are told; none is taken for being the first.',
  ),
  'INTEROP-1': delivered('Claude Code sessions are imported without loss.'),
  'INTEROP-2': delivered(
    'Exports are resumed by Claude Code, Codex and OpenCode themselves, with every call and result.',
  ),
  'INTEROP-3': delivered('Other formats are imported and exported without flattening.'),
  'INTEROP-4': delivered('What is sound in a damaged file comes in, and its source is never written.'),
  'INTEROP-5': delivered('Scenario files drive the demo model and give the same conversation twice.'),
  'INTEROP-6': delivered('A real exchange can be recorded and replayed.'),
  'INTEROP-7': delivered('Exchange formats are compared key for key with pinned fixtures.'),
  'INTEROP-8': delivered('A chain is exported as OpenTelemetry spans, and sent live where that is chosen.'),
  'INTEROP-9': delivered(
    'The histories of other agents on this machine are read in place: shown, searched, followed, never written.',
  ),
  'SEC-1': delivered("The desktop host keeps each point of Electron's security checklist."),
  'SEC-2': delivered(
    'The browser host serves only this machine, only those who hold its token, and only pages of its own origin. What opens it belongs to a tab and an origin: no cookie does, and no command line carries it.',
  ),
  'SEC-3': delivered(
    "Every IPC message comes from our own window's main frame and fits the contract; the bridge exposes one transport.",
  ),
  'SEC-4': delivered('Hostile Markdown, HTML and links do nothing, at every point of a stream.'),
  'SEC-5': planned('Links from outside never install, run or send by themselves.'),
  'SEC-6': delivered('Keys are in the keychain or not stored, the app says which, and they appear nowhere else.'),
  'SEC-8': delivered(
    'What ends the asking is confirmed outside of the window: a session alone cannot let every tool run, allow something everywhere, let a server of tools in, or send a kept key elsewhere.',
  ),
  'SEC-7': delivered('Dependencies are few, pinned, and each has its reason on record.'),
  'SHIP-1': planned('Packages for three systems with fuses, signing and safe updates.'),
  'SHIP-2': planned('Data of every former version opens.'),
  'SHIP-3': planned('Logs hold no content and are read before they are shared.'),
  'SHIP-6': planned('A backup of everything is one file, restored on another machine.'),
  'SHIP-5': delivered(
    "The desktop host's own main and preload run end to end in the tests on every machine, with a stand-in for Electron and Chromium as the window.",
  ),
  'SHIP-4': delivered(
    'The app speaks English and Chinese; another language is one file, and what it does not say is said in English.',
  ),
  'PERF-1': measured('A durable append costs little more than the bare write and sync.'),
  'PERF-2': measured('A long conversation opens about as fast as a short one.'),
  'PERF-3': delivered('Building a request is quick and does not depend on what lies before it.'),
  'PERF-4': measured(
    'Search over a million messages is quick and never blocks a turn; where much is new it answers from what is read and says how much is not; the first fill of many short conversations costs at most five times what a plain loop over FTS5 does.',
  ),
  'PERF-5': delivered(
    'Very large conversations and results need little memory, also when they are exported, merged or their calls are listed; so does opening, listing, searching or checking a damaged one.',
  ),
  'PERF-6': measured('Typing and streaming stay smooth in very long conversations.'),
  'PERF-7': measured(
    'The host is ready and the first screen is there within a second, and a command lists conversations at once; the JavaScript of that screen takes at most 220 kB, compressed.',
  ),
  'PERF-8': delivered("The loop adds almost nothing to a tool's own time."),
  'PERF-9': measured(
    'A conversation is resumed from the command line as soon as any agent resumes one: the request is written once and sent in pieces, with its length told.',
  ),
  'PERF-10': delivered(
    'What goes over a whole conversation can be given up and ends at once; in the terminal it says how far it is, and leaves nothing half-written.',
  ),
} satisfies Record<string, Requirement>;

export type RowId = keyof typeof requirements;
